/** The same colours as web/src/style/base.css; this page must work without the built pages. */
export const referenceStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf6, #101613);
  --ink: light-dark(#16211b, #e8eee9);
  --quiet: light-dark(#55625a, #a3b1a8);
  --line: light-dark(#dfe3dc, #2b3630);
  --accent: light-dark(#17693f, #6fcf9b);
  --soft: color-mix(in srgb, var(--ink) 6%, transparent);
  font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
body { margin: 0; background: var(--paper); color: var(--ink) }
a { color: var(--accent); text-underline-offset: .15em }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; padding: .8rem max(1rem, (100% - 66rem)/2); border-bottom: 1px solid var(--line) }
header a { color: var(--ink); text-decoration: none }
header > a { display: inline-flex; gap: .5rem; align-items: center; font-weight: 700; font-size: 1.15rem }
header nav { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem }
header nav a { padding: .25rem 0 }
main:focus { outline: none }
:focus-visible { outline: 3px solid light-dark(#a95a0c, #f0a75a); outline-offset: 2px; border-radius: 4px }
.skip { position: absolute; left: -999rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem }
main { max-width: 66rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: clamp(1.7rem, 4vw, 2.6rem); line-height: 1.15; margin: 0 0 .5rem }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .86em }
p code { overflow-wrap: anywhere }
pre { overflow: auto; padding: 1rem; background: var(--soft); border-radius: .6rem }
.table { overflow-x: auto }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .93rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line) }
small, .index span { color: var(--quiet) }
@media (min-width: 601px) {
  section:not(#every-call) {
    table { table-layout: fixed; overflow-wrap: anywhere }
    th:first-child { width: 36% }
    th:nth-child(2) { width: 24% }
  }
}
h2 { overflow-wrap: anywhere }
h2 a { color: inherit; text-decoration: none }
h2 a:hover { text-decoration: underline }
section { padding-top: 1.5rem; margin: 2rem 0; border-top: 1px solid var(--line); scroll-margin-top: 1rem }
summary { cursor: pointer; font-weight: 600 }
.index { columns: 2 22rem; column-gap: 3rem; margin: 2rem 0 }
.index div { break-inside: avoid; margin-bottom: 1.5rem }
.index h2 { font-size: 1rem; margin: 0 0 .3rem; text-transform: capitalize }
.index ul { list-style: none; margin: 0; padding: 0 }
.index li { margin: .3rem 0; overflow-wrap: anywhere }
@media (max-width: 600px) {
  tr, th, td { display: block }
  tr { padding: .4rem 0; border-bottom: 1px solid var(--line) }
  th, td { border: 0; padding: .05rem 0; overflow-wrap: anywhere }
  th + th { position: absolute; clip-path: inset(50%) }
  td:nth-child(2) { color: var(--quiet) }
}
`

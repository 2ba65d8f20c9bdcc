import { useRoute } from 'preact-iso'
import { topics } from '../guide-topics.tsx'
import { Empty } from '../parts/states.tsx'
import { useTitle } from '../use-title.ts'

export function Guide() {
  const { topic = 'start' } = useRoute().params
  const chosen = topics.find(({ slug }) => slug === topic)
  useTitle(chosen?.title ?? 'Guide')
  return (
    <section class="page guide">
      <nav aria-label="Topics">
        <ul>
          {topics.map(({ slug, title }) => (
            <li>
              <a href={slug === 'start' ? '/guide' : `/guide/${slug}`} aria-current={slug === topic ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article>
        {chosen ? (
          <>
            <h1>{chosen.title}</h1>
            {chosen.body()}
          </>
        ) : (
          <Empty>There is no such topic.</Empty>
        )}
      </article>
    </section>
  )
}

import { useRoute } from 'preact-iso'
import { type Topic, topics } from '../guide-topics.tsx'
import { Missing } from '../parts/states.tsx'
import { useTitle } from '../use-title.ts'

export function Guide() {
  const { topic = 'start' } = useRoute().params
  const chosen = topics.find(({ slug }) => slug === topic)
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
          <Chapter key={topic} {...chosen} />
        ) : (
          <Missing title="No such topic">
            <p>The guide has no topic “{topic}”. Those it has are listed on this page.</p>
          </Missing>
        )}
      </article>
    </section>
  )
}

function Chapter({ title, body }: Topic) {
  useTitle(title)
  return (
    <>
      <h1>{title}</h1>
      {body()}
    </>
  )
}

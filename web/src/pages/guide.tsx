import type { ComponentChildren } from 'preact'
import { useRoute } from 'preact-iso'
import { guideTopics, topicPath } from '../../../src/faces/guide-topics.ts'
import { chapters } from '../guide-topics.tsx'
import { Missing } from '../parts/states.tsx'
import { useTitle } from '../use-title.ts'

export function Guide() {
  const { topic = 'start' } = useRoute().params
  const chosen = guideTopics.find(({ slug }) => slug === topic)
  return (
    <section class="page guide">
      <nav aria-label="Topics">
        <ul>
          {guideTopics.map(({ slug, title }) => (
            <li>
              <a href={topicPath(slug)} aria-current={slug === topic ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article>
        {chosen ? (
          <Chapter key={topic} title={chosen.title} body={chapters[chosen.slug]} />
        ) : (
          <Missing title="No such topic">
            <p>The guide has no topic “{topic}”. Those it has are listed on this page.</p>
          </Missing>
        )}
      </article>
    </section>
  )
}

function Chapter({ title, body }: { title: string; body: () => ComponentChildren }) {
  useTitle(title)
  return (
    <>
      <h1>{title}</h1>
      {body()}
    </>
  )
}

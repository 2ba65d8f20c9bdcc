import { ask } from '../service.ts'
import { useAnswer } from '../use-answer.ts'
import { Bar } from './bar.tsx'
import { Await } from './states.tsx'

/** The candidates with their value scores, the winner first. */
export function Considered({ slugs, fallback }: { slugs: string[]; fallback: string | null }) {
  const answered = useAnswer(slugs.join(), () => Promise.all(slugs.map((slug) => ask('get_skill', { slug }))))
  return (
    <section class="card wide">
      <h3>Tools considered</h3>
      <Await answered={answered}>
        {(skills) => (
          <>
            <ul class="considered">
              {skills.map((skill, i) => (
                <li class={i === 0 ? 'winner' : ''}>
                  <a href={`/tools/${skill.slug}`}>
                    <bdi>{skill.canonical_name}</bdi>
                  </a>
                  <Bar label="Value" value={skill.skill_scores.value_score} tone={i === 0 ? 'accent' : 'quiet'} />
                  <p dir="auto">{(i === 0 && skill.choose_when) || skill.description}</p>
                  {skill.slug === fallback && <small>Fallback if the first is down</small>}
                </li>
              ))}
            </ul>
            {slugs.length > 1 && (
              <p>
                <a href={`/compare?tools=${slugs.slice(0, 4).join(',')}`}>Compare them side by side</a>
              </p>
            )}
          </>
        )}
      </Await>
    </section>
  )
}

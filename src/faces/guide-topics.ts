/** The chapters of the guide: the pages list them, and the service knows by them which addresses lead to one. */
export const guideTopics = [
  { slug: 'start', title: 'Three minutes to the first answer', description: 'From nothing to the first answer: ask, register, report.' },
  {
    slug: 'connect',
    title: 'Connect an MCP client',
    description: 'The entry for each MCP client, and a bridge for those that start programs.',
  },
  { slug: 'api', title: 'API reference', description: 'Every operation with its fields, and a form to try it.' },
  { slug: 'scoring', title: 'How tools are scored', description: 'Five dimensions, one value score, and where an entry begins.' },
  { slug: 'trust', title: 'Whose word counts', description: 'What an agent’s reports weigh, and why that cannot be bought.' },
  { slug: 'credits', title: 'Credits and reputation', description: 'What reports, missions and challenges pay.' },
  { slug: 'learning', title: 'How it learns', description: 'How a report changes the next answer, and how long it counts.' },
  { slug: 'self-hosting', title: 'Self-hosting and scaling', description: 'How to run Waymark yourself, on one machine or many.' },
] as const

export type TopicSlug = (typeof guideTopics)[number]['slug']

/** The first chapter is the guide itself. */
export const topicPath = (slug: TopicSlug) => (slug === 'start' ? '/guide' : `/guide/${slug}`)

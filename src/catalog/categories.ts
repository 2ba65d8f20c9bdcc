type Place = { verticals?: string[]; workflows?: string[]; capabilities?: string[] }

/** Where the categories that public directories use belong in our taxonomy; the first match of each kind counts. */
const places: readonly [RegExp, Place][] = [
  [
    /\b(?:crypto(?!graph)|blockchain|fintech|financ|account|payment|invest(?!ig)|trading)/,
    { verticals: ['finance-accounting'], workflows: ['finance-accounting-automation'] },
  ],
  [/\b(?:e[- ]?commerce|shop|retail)/, { verticals: ['ecommerce-retail'], workflows: ['ecommerce-operations'] }],
  [
    /\b(?:(?:cyber)?security|o?auth[nz]?\b|authenti|authori[sz]|pentest|threat)/,
    { verticals: ['cybersecurity'], workflows: ['security-operations'] },
  ],
  [/\b(?:(?:tele)?(?:health|medic)|bio(?!graph|metric)|life sci)/, { verticals: ['healthcare'] }],
  [/\b(?:legal|compliance|laws?\b|lawyer)/, { verticals: ['legal-compliance'], workflows: ['legal-research-document-management'] }],
  [/\b(?:hr\b|recruit|human resource)/, { verticals: ['hr-recruiting'], workflows: ['hr-recruiting-automation'] }],
  [/\beducat|(?<!\b(?:machine|deep|reinforcement)[ -])\b(?:e-?)?learning/, { verticals: ['education'] }],
  [/\b(?:real.?estate|property)/, { verticals: ['real-estate'] }],
  [/\b(?:support|service.management|help.?desk)/, { verticals: ['customer-support'], workflows: ['customer-support-automation'] }],
  [/\b(?:crm\b|sales|customer.data)/, { verticals: ['sales-revenue'], workflows: ['sales-research-outreach'] }],
  [/\b(?:marketing|advert|seo\b)/, { verticals: ['marketing-content'], workflows: ['marketing-intelligence-campaign-management'] }],
  [/\bsocial/, { verticals: ['marketing-content'], workflows: ['social-forum-engagement'], capabilities: ['social-media'] }],
  [
    /\b(?:multimedia|art(?:s|ists?|works?)?\b|design|content|image|video|audio)/,
    { verticals: ['marketing-content'], workflows: ['content-creation-publishing'] },
  ],
  [/\be-?mail/, { workflows: ['communication-email'], capabilities: ['email'] }],
  [/\b(?:(?:tele)?communicat|messag|chat)/, { verticals: ['general-business-operations'], workflows: ['communication-messaging'] }],
  [/\b(?:browser|(?:web)?scrap(?:e|ing))/, { workflows: ['research-competitive-intelligence'], capabilities: ['browser-automation'] }],
  [/\b(?:(?:re|web)?search|data.extract)/, { workflows: ['research-competitive-intelligence'] }],
  [/\b(?:knowledge|memory|rag\b)/, { workflows: ['knowledge-management'] }],
  [/\b(?:test(?:s|ers?|ing)?\b|qa\b|quality)/, { verticals: ['engineering-development'], workflows: ['qa-testing-automation'] }],
  [
    /\b(?:cloud|infrastruct|devops|monitor|observab|deploy|builds?\b|command.?line|operating.system)/,
    { verticals: ['engineering-development'], workflows: ['it-devops-platform-operations'] },
  ],
  [/\b(?:database|data.(?:platform|analy|scien)|business.intell|analytics)/, { workflows: ['data-analysis-reporting'] }],
  [
    /\b(?:version.control|(?:no|low)?code(?:s|base|gen)?\b|coding|developer|development|software|framework)/,
    { verticals: ['engineering-development'], workflows: ['developer-workflow-code-management'] },
  ],
  [/\b(?:file(?:s|systems?)?\b|document(?!ar)|pdf\b|office\b)/, { workflows: ['document-processing-summarization'] }],
  [
    /\b(?:productiv|calendar|task|projects?\b|workplace)/,
    { verticals: ['general-business-operations'], workflows: ['executive-assistant-productivity'] },
  ],
]
const most = 3

export function placeInTaxonomy(categories: readonly string[], known: { capabilities: Record<string, string> }): Required<Place> {
  const text = categories.join(' | ').replaceAll('_', ' ').toLowerCase()
  const found = places.filter(([pattern]) => pattern.test(text)).map(([, place]) => place)
  const unique = (field: keyof Place) => [...new Set(found.flatMap((place) => place[field] ?? []))].slice(0, most)
  return {
    verticals: unique('verticals'),
    workflows: unique('workflows'),
    capabilities: unique('capabilities').filter((capability) => capability in known.capabilities),
  }
}

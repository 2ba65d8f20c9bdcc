type Place = { verticals?: string[]; workflows?: string[]; capabilities?: string[] }

/** Where the categories that public directories use belong in our taxonomy; the first match of each kind counts. */
const places: readonly [RegExp, Place][] = [
  [
    /crypto|blockchain|fintech|financ|account|payment|invest|trading/,
    { verticals: ['finance-accounting'], workflows: ['finance-accounting-automation'] },
  ],
  [/e-?commerce|shop|retail/, { verticals: ['ecommerce-retail'], workflows: ['ecommerce-operations'] }],
  [/security|auth|pentest|threat/, { verticals: ['cybersecurity'], workflows: ['security-operations'] }],
  [/health|medic|bio|life sci/, { verticals: ['healthcare'] }],
  [/legal|compliance|law/, { verticals: ['legal-compliance'], workflows: ['legal-research-document-management'] }],
  [/\bhr\b|recruit|human resource/, { verticals: ['hr-recruiting'], workflows: ['hr-recruiting-automation'] }],
  [/educat|learning/, { verticals: ['education'] }],
  [/real.?estate|property/, { verticals: ['real-estate'] }],
  [/support|service.management|helpdesk/, { verticals: ['customer-support'], workflows: ['customer-support-automation'] }],
  [/\bcrm\b|sales|customer.data/, { verticals: ['sales-revenue'], workflows: ['sales-research-outreach'] }],
  [/marketing|advert|seo/, { verticals: ['marketing-content'], workflows: ['marketing-intelligence-campaign-management'] }],
  [/social/, { verticals: ['marketing-content'], workflows: ['social-forum-engagement'], capabilities: ['social-media'] }],
  [/multimedia|art|design|content|image|video|audio/, { verticals: ['marketing-content'], workflows: ['content-creation-publishing'] }],
  [/e-?mail/, { workflows: ['communication-email'], capabilities: ['email'] }],
  [/communicat|messag|chat/, { verticals: ['general-business-operations'], workflows: ['communication-messaging'] }],
  [/browser|scrap/, { workflows: ['research-competitive-intelligence'], capabilities: ['browser-automation'] }],
  [/search|research|data.extract/, { workflows: ['research-competitive-intelligence'] }],
  [/knowledge|memory|\brag\b/, { workflows: ['knowledge-management'] }],
  [/test|\bqa\b|quality/, { verticals: ['engineering-development'], workflows: ['qa-testing-automation'] }],
  [
    /cloud|infrastruct|devops|monitor|observab|deploy|build|command.?line|operating.system/,
    { verticals: ['engineering-development'], workflows: ['it-devops-platform-operations'] },
  ],
  [/database|data.(platform|analy|scien)|business.intell|analytics/, { workflows: ['data-analysis-reporting'] }],
  [
    /version.control|cod(e|ing)|developer|development|software|framework/,
    { verticals: ['engineering-development'], workflows: ['developer-workflow-code-management'] },
  ],
  [/file|document|\bpdf\b|office/, { workflows: ['document-processing-summarization'] }],
  [
    /productiv|calendar|task|project|workplace/,
    { verticals: ['general-business-operations'], workflows: ['executive-assistant-productivity'] },
  ],
]
const most = 3

export function placeInTaxonomy(categories: readonly string[], known: { capabilities: Record<string, string> }): Required<Place> {
  const text = categories.join(' | ').toLowerCase()
  const found = places.filter(([pattern]) => pattern.test(text)).map(([, place]) => place)
  const unique = (field: keyof Place) => [...new Set(found.flatMap((place) => place[field] ?? []))].slice(0, most)
  return {
    verticals: unique('verticals'),
    workflows: unique('workflows'),
    capabilities: unique('capabilities').filter((capability) => capability in known.capabilities),
  }
}

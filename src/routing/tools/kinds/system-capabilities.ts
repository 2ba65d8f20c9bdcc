/** Which capabilities serve each kind of outside system that a step may mention. */
const capabilitiesBySystem: Record<string, readonly string[]> = {
  email: ['email'],
  calendar: ['calendar', 'scheduling'],
  chat: ['team-chat', 'personal-messaging'],
  sms: ['sms-voice', 'personal-messaging'],
  'issue-tracker': ['project-management', 'task-lists'],
  'code-host': ['code-hosting', 'version-control'],
  'error-tracking': ['error-tracking'],
  monitoring: ['monitoring', 'logging', 'incident-management'],
  deploy: ['cloud-infrastructure', 'kubernetes', 'containers', 'serverless-hosting', 'ci-cd'],
  spreadsheet: ['spreadsheets'],
  database: ['sql-database', 'nosql-database', 'data-warehouse'],
  crm: ['crm'],
  support: ['customer-support'],
  payments: ['payments', 'invoicing', 'banking'],
  flights: ['travel'],
  hotel: ['travel'],
  restaurant: ['food', 'maps', 'scheduling'],
  ride: ['transport', 'maps'],
  weather: ['weather'],
  maps: ['maps'],
  music: ['music'],
  video: ['video-platform', 'video'],
  image: ['image-generation', 'image-editing'],
  speech: ['audio-speech', 'video-meetings'],
  design: ['design'],
  chart: ['charts', 'business-intelligence'],
  browser: ['browser-automation', 'web-scraping', 'web-fetch'],
  'web-search': ['web-search'],
  social: ['social-media', 'forums'],
  'smart-home': ['smart-home'],
  stocks: ['market-data', 'crypto', 'trading'],
  news: ['news'],
  papers: ['academic-research', 'health-data'],
  notes: ['notes', 'wiki'],
  slides: ['presentations'],
  document: ['documents'],
  pdf: ['pdf'],
  terminal: ['terminal'],
  storage: ['cloud-storage', 'file-system'],
  jobs: ['recruiting', 'hr'],
  health: ['health-data', 'fitness'],
  bank: ['banking', 'market-data'],
  'translate-service': ['translation'],
}

const none: ReadonlySet<string> = new Set()
const sets = new Map(Object.entries(capabilitiesBySystem).map(([system, capabilities]) => [system, new Set(capabilities)]))

export function capabilitiesOfSystem(system: string | null): ReadonlySet<string> {
  return (system && sets.get(system)) || none
}

import { isNoSlower, type LatencyLevel } from '../../catalog/models.ts'

const slow = new Set([
  'image-generation',
  'video',
  '3d-modeling',
  'agent-orchestration',
  'ci-cd',
  'test-automation',
  'machine-learning',
  'security-scanning',
  'mobile-automation',
  'reverse-engineering',
])
const middling = new Set([
  'browser-automation',
  'web-scraping',
  'code-execution',
  'data-warehouse',
  'data-pipeline',
  'infrastructure-as-code',
  'audio-speech',
  'ocr',
  'image-editing',
  'file-conversion',
  'academic-research',
  'automation-hub',
  'notebooks',
  'music',
])

/** How long one call usually takes, judged by the main capability: an API call, some seconds, or much longer. */
function latencyClassOf(capabilities: readonly string[]): LatencyLevel {
  const [main = ''] = capabilities
  if (slow.has(main)) return 'high'
  return middling.has(main) ? 'medium' : 'low'
}

export function isWithinLatency(capabilities: readonly string[], most: LatencyLevel): boolean {
  return isNoSlower(latencyClassOf(capabilities), most)
}

import { describe, expect, test } from 'vitest'
import { placeInTaxonomy } from './categories.ts'

const capabilities = { email: 'E-mail', 'social-media': 'Social media' }
const placesOf = (...categories: string[]) => {
  const place = placeInTaxonomy(categories, { capabilities })
  return [...place.verticals, ...place.workflows, ...place.capabilities]
}

test('categories of a directory find their place in the taxonomy', () => {
  expect(placeInTaxonomy(['Finance & Fintech', 'Developer Tools'], { capabilities })).toEqual({
    verticals: ['finance-accounting', 'engineering-development'],
    workflows: ['finance-accounting-automation', 'developer-workflow-code-management'],
    capabilities: [],
  })
})

describe('a category has a place by its words', () => {
  test.each([
    ['Cryptocurrency', 'finance-accounting'],
    ['E-Commerce', 'ecommerce-retail'],
    ['Cybersecurity', 'cybersecurity'],
    ['OAuth', 'cybersecurity'],
    ['Authorization', 'cybersecurity'],
    ['Telemedicine', 'healthcare'],
    ['Bioinformatics', 'healthcare'],
    ['Law', 'legal-compliance'],
    ['E-Learning', 'education'],
    ['customer_support', 'customer-support-automation'],
    ['SEO', 'marketing-content'],
    ['Art & Culture', 'content-creation-publishing'],
    ['Social Media', 'social-media'],
    ['E-Mail', 'email'],
    ['Telecommunications', 'communication-messaging'],
    ['Web Scraping', 'research-competitive-intelligence'],
    ['WebSearch', 'research-competitive-intelligence'],
    ['Testing', 'qa-testing-automation'],
    ['Build Tools', 'it-devops-platform-operations'],
    ['data_platforms', 'data-analysis-reporting'],
    ['Codebase', 'developer-workflow-code-management'],
    ['File Systems', 'document-processing-summarization'],
    ['Project Management', 'executive-assistant-productivity'],
  ])('%s', (category, place) => expect(placesOf(category)).toContain(place))
})

test.each([
  'Smart Home',
  'Artificial Intelligence',
  'Party Games',
  'Cryptography',
  'Investigations',
  'Workshops',
  'Authors',
  'Biographies',
  'Lawn Care',
  'Machine Learning',
  'Seoul',
  'Voicemail',
  'Scrapbooks',
  'Latest',
  'Contests',
  'Rebuilding',
  'Postcodes',
  'Codecs',
  'Profiles',
  'Documentaries',
  'Reproductive',
  'Projectors',
])('%s only holds the letters of a place', (category) => expect(placesOf(category)).toEqual([]))

import { expect, test } from 'vitest'
import { openRouter } from '../../../eval/router.ts'
import { toldActions } from './told-actions.ts'

test.each([
  [
    ['add every contact in my sheet', 'put the results to Mailchimp'],
    ['look up every contact in my sheet', 'add the results to Mailchimp'],
  ],
  [
    ['get the open issues', 'put the results on the page'],
    ['get the open issues', 'put the results on the page'],
  ],
  [
    ['copy the base', 'archive it'],
    ['copy the base', 'archive it'],
  ],
])('%j is told as %j', (cut, told) => {
  expect(toldActions(cut)).toEqual(told)
})

const router = openRouter()

test.each([
  [
    'create a HubSpot deal for every row of sheet Leads in Google Sheets',
    ['look up every row of sheet Leads in Google Sheets', 'create a HubSpot deal'],
  ],
  [
    'put the open Linear issues of this sprint on a Notion page',
    ['look up the open Linear issues of this sprint', 'put the results on a Notion page'],
  ],
  ['share the Dropbox folder with Anna over Slack', ['look up the Dropbox folder', 'share the results with Anna over Slack']],
])('each step of "%s" says what is done', (task, actions) => {
  expect(router.ask(task).orchestration?.map(({ action }) => action)).toEqual(actions)
})

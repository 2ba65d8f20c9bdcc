/** What stands at the head of every page, that of the reference too. */
export const pageLinks = [
  ['/tools', 'Tools'],
  ['/models', 'Models'],
  ['/leaderboards', 'Leaderboards'],
  ['/missions', 'Missions'],
  ['/challenges', 'Challenges'],
  ['/guide', 'Guide'],
] as const

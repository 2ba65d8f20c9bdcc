/** The links at the head of every page, including the reference. */
export const pageLinks = [
  ['/tools', 'Tools'],
  ['/models', 'Models'],
  ['/leaderboards', 'Leaderboards'],
  ['/missions', 'Missions'],
  ['/challenges', 'Challenges'],
  ['/guide', 'Guide'],
] as const

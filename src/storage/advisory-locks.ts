/** Every advisory lock that Waymark takes on a PostgreSQL, side by side so that no two share a number. */
export const advisoryLocks = {
  migrating: 7_296_341,
  /** Stands for everything that an act can hold. */
  allNames: 7_296_342,
  makingMonths: 7_296_343,
  /** Shared by all who read every month there is. */
  readingMonths: 7_296_344,
} as const

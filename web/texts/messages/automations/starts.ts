/** Times that start an automation. */
export const runStarts = {
  every: (minutes: number) => (minutes === 1 ? 'every minute' : `every ${minutes} minutes`),
  at: (time: string) => `at ${time}`,
}

import type { runStarts as english } from '../../../messages/automations/starts.ts'

/** German texts of times that start an automation. */
export const runStarts: typeof english = {
  every: (minutes) => (minutes === 1 ? 'jede Minute' : `alle ${minutes} Minuten`),
  at: (time) => `um ${time} Uhr`,
}

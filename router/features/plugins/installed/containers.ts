import type { Facts } from '../../../store/facts.ts'

/** Whether there is a reason to ask superd, which is started with the first call. */
export const hasContainers = (facts: Pick<Facts, 'plugins' | 'setting'>): boolean =>
  facts.plugins.size > 0 || facts.setting('composePaths').length > 0

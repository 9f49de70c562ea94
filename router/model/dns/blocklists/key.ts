import type { KeptOverride } from './override.ts'

/** The list that always exists: overrides that name no list are in it. */
export const DEFAULT_LIST = 'Default'
/** In place of a client's address: all clients. */
export const EVERYBODY = '*'

/** One override for each list, domain and client: whether it permits or blocks is not part of the key. */
export const keyOfOverride = ({ List, Domain, ClientIP }: Pick<KeptOverride, 'List' | 'Domain' | 'ClientIP'>): string =>
  `${Domain} ${ClientIP} ${List}`

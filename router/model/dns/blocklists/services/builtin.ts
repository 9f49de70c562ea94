import type { Catalogue, DnsServices } from './catalogue.ts'
import services from './services.json' with { type: 'json' }

/** The list that the router comes with. Written by `npm run services`. */
export const BUILT_IN = services as Catalogue

/** The list in use: the owner's, if there is one. */
export const catalogueOf = ({ Catalogue: own }: DnsServices): Catalogue => own ?? BUILT_IN

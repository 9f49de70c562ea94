import { z } from 'zod'
import { get } from '../operation.ts'

/** Radios in the format of `iw`. Setup assistants of existing clients need both calls. */
export const radios = {
  list: get('/iw/list', {
    tag: 'network',
    summary: 'Radios and their capabilities',
    description: 'Always empty: this version drives no radios.',
    access: 'setup',
    reply: z.array(z.looseObject({})).meta({ example: [] }),
  }),
  interfaces: get('/iw/dev', {
    tag: 'network',
    summary: 'Interfaces of each radio',
    description: 'Always empty: this version drives no radios.',
    access: 'setup',
    reply: z.record(z.string(), z.looseObject({})).meta({ example: {} }),
  }),
}

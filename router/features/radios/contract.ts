import { z } from 'zod'
import { get } from '../operation.ts'

/** Radios as `iw` lists them. Setup assistants of existing clients wait for both calls. */
export const radios = {
  list: get('/iw/list', {
    tag: 'network',
    summary: 'The radios and what they can do',
    description: 'None: this version drives no radios.',
    access: 'setup',
    reply: z.array(z.looseObject({})).meta({ example: [] }),
  }),
  interfaces: get('/iw/dev', {
    tag: 'network',
    summary: 'The interfaces of each radio',
    description: 'None: this version drives no radios.',
    access: 'setup',
    reply: z.record(z.string(), z.looseObject({})).meta({ example: {} }),
  }),
}

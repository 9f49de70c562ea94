import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../process/place.ts'

/** The options of a soak, as they are typed. */
export const readOptions = () =>
  parseArgs({
    options: {
      hours: { type: 'string', default: '24' },
      devices: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      /** Seconds. */
      rest: { type: 'string', default: '0' },
      to: { type: 'string', default: join(ROOT, '.sallyport/soak') },
      help: { type: 'boolean', default: false },
    },
  }).values

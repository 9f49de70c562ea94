import { put } from '../../operation.ts'

/** Operations of a router with damaged state. */
export const recovery = {
  restore: put('/restore', {
    tag: 'general',
    access: 'user',
    summary: 'Restore the last good state',
    description:
      'A router with damaged state starts with its firewall closed, answers other calls with 503, and accepts this ' +
      'call from its own console only. The damaged state is kept as a copy, replaced by the copy of the last good ' +
      'start, and the router restarts.',
    errors: { 404: 'There is no copy of a good state.' },
  }),
}

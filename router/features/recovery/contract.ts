import { put } from '../operation.ts'

/** What a router can still do whose saved state is damaged. */
export const recovery = {
  restore: put('/restore', {
    tag: 'general',
    access: 'user',
    summary: 'Go back to the last state that could be read',
    description:
      'A router whose saved state is damaged starts with its firewall closed, answers every other call with 503, and takes ' +
      'this one from its own console only. It puts the copy that is kept at every good start in the place of the ' +
      'damaged state, of which a copy is kept too, and starts again.',
    errors: { 404: 'There is no copy to go back to.' },
  }),
}

import type { KeptSession } from './session.ts'

/** A bearer session of `admin`, with other fields than these where given. */
export const aSession = (given: Partial<KeptSession> = {}): KeptSession => ({
  ...{ Name: 'admin', Begun: 0, Expires: 2 ** 31, Password: '', Csrf: '', LastUsed: 0, Address: '', Agent: '' },
  ...given,
})

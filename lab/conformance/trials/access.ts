import type { Scene, Trials } from '../trial.ts'

const admin = { Name: 'admin', UpdateAlwaysOn: false, AlwaysOn: false }

/** Calls about one-time codes and tokens. */
export const accessTrials = ({ code, token }: Scene): Trials => ({
  'PUT /otp_register': { good: [['/otp_register', { ...admin, Code: '' }]] },
  'PUT /otp_validate': { good: [['/otp_validate', () => ({ ...admin, Code: code() })]] },
  'GET /otp_status': { good: [['/otp_status'], ['/otp_status?name=admin']] },
  'PUT /otp_jwt_test': { good: [['/otp_jwt_test']] },
  'PUT /tokens': { good: [['/tokens', { Expire: 0, ScopedPaths: ['/devices:r'] }]] },
  'GET /tokens': { good: [['/tokens']] },
  'DELETE /tokens': { good: [['/tokens', () => ({ Token: token() })]] },
})

/** The removal of the codes, after all calls that need one. */
export const unregisterTrials = ({ code }: Scene): Trials => ({
  'DELETE /otp_register': { good: [['/otp_register', () => ({ ...admin, Code: code() })]] },
})

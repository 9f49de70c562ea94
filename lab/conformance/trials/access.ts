import type { Scene, Trials } from '../trial.ts'

const admin = { Name: 'admin', UpdateAlwaysOn: false, AlwaysOn: false }

/** Calls about one-time codes and tokens. */
export const accessTrials = ({ code, token }: Scene): Trials => ({
  'PUT /otp_register': {
    good: [['/otp_register', { ...admin, Code: '' }]],
    refused: { 400: [['/otp_register', { Name: 'eve' }], ['/otp_register']] },
  },
  'PUT /otp_validate': {
    good: [['/otp_validate', () => ({ ...admin, Code: code() })]],
    refused: { 400: [['/otp_validate', { ...admin, Code: 'six' }]] },
  },
  'GET /otp_status': { good: [['/otp_status'], ['/otp_status?name=admin']] },
  'PUT /otp_jwt_test': { good: [['/otp_jwt_test']] },
  'PUT /tokens': {
    good: [['/tokens', { Expire: 0, ScopedPaths: ['/devices:r'] }]],
    refused: { 400: [['/tokens', { Expire: -1 }], ['/tokens']] },
  },
  'GET /tokens': { good: [['/tokens']] },
  'DELETE /tokens': {
    good: [['/tokens', () => ({ Token: token() })]],
    refused: { 400: [['/tokens', {}]], 404: [['/tokens', { Token: 'unknown' }]] },
  },
})

/** The removal of the codes, after all calls that need one. */
export const unregisterTrials = ({ code }: Scene): Trials => ({
  'DELETE /otp_register': {
    good: [['/otp_register', () => ({ ...admin, Code: code() })]],
    refused: { 400: [['/otp_register', { Name: 'eve' }]] },
  },
})

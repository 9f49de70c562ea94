import { z } from 'zod'
import { ListedSession } from '../../router/features/access/sessionlist.ts'
import { PASSWORD } from './actors.ts'
import { empty, json, jsonWith, line, none, type Row } from './rows.ts'

const otpSettings = z.strictObject({
  OTPUsers: z.tuple([
    z.strictObject({
      Name: z.literal('admin'),
      Secret: z.string().regex(/^[A-Z2-7]{32}$/),
      Confirmed: z.literal(false),
      AlwaysOn: z.literal(false),
    }),
  ]),
  JWTDurationSeconds: z.literal(0),
})
const admin = { Name: 'admin' }

// biome-ignore format: a table
export const ACCESS: Row[] = [
  ['GET',    '/otp_status?name=admin', none,                                200, json({ State: 'unregistered', AlwaysOn: false, Confirmed: false })],
  ['GET',    `/otp_status?name=${'x'.repeat(129)}`, none,                   400, line],
  ['PUT',    '/otp_register', none,                                         400, line],
  ['PUT',    '/otp_register', {},                                           400, line],
  ['PUT',    '/otp_register', { Name: 'eve' },                              400, line],
  ['PUT',    '/otp_register', { ...admin, Code: 'x' },                      400, line],
  ['PUT',    '/otp_register', { ...admin, Code: '', UpdateAlwaysOn: false, AlwaysOn: false }, 200, json(otpSettings)],
  ['PUT',    '/otp_register', { ...admin, UpdateAlwaysOn: true, AlwaysOn: true }, 400, line],
  ['PUT',    '/otp_register', admin,                                        200, json(otpSettings)],
  ['GET',    '/otp_status?name=admin', none,                                200, jsonWith({ State: 'not yet validated' })],
  ['GET',    '/otp_status?name=eve', none,                                  200, jsonWith({ State: 'unregistered' })],
  ['PUT',    '/otp_validate', admin,                                        400, line],
  ['PUT',    '/otp_validate', { Code: '123456' },                           400, line],
  ['PUT',    '/otp_validate', { ...admin, Code: 123456 },                   400, line],
  ['PUT',    '/otp_validate', { ...admin, Code: '12345' },                  400, line],
  ['PUT',    '/otp_validate', { ...admin, Code: '123456', AlwaysOn: 'yes' }, 400, line],
  ['PUT',    '/otp_validate', { ...admin, Code: '123456', JWTDurationSeconds: 5 }, 400, line],
  ['PUT',    '/otp_jwt_test', none,                                         401, line],
  ['DELETE', '/otp_register', { Name: 'eve' },                              400, line],
  ['DELETE', '/otp_register', { ...admin, UpdateAlwaysOn: true, AlwaysOn: true }, 400, line],
  ['DELETE', '/otp_register', { ...admin, AlwaysOn: false },                200, empty],
  ['DELETE', '/otp_register', admin,                                        404, line],
  ['GET',    '/tokens',       none,                                         401, line],
  ['PUT',    '/tokens',       { Name: 'x' },                                401, line],
  ['DELETE', '/tokens',       none,                                         400, line],
  ['DELETE', '/tokens',       { Token: 7 },                                 400, line],
  ['DELETE', '/tokens',       { Token: 'nobody has this' },                 404, line],
  ['PUT',    '/session',      none,                                         200, json(z.strictObject({ Token: z.string().length(43), Expires: z.int() }))],
  ['PUT',    '/session/cookie', none,                                       200, json(z.strictObject({ CsrfToken: z.string().length(43), Expires: z.int() }))],
  ['PUT',    '/session/cookie', { Keep: true },                             200, jsonWith({})],
  ['PUT',    '/session/cookie', { Keep: 'yes' },                            400, line],
  ['PUT',    '/session/cookie', { keeps: true },                            400, line],
  ['GET',    '/sessions',     none,                                         200, json(z.array(ListedSession).length(3))],
  ['DELETE', '/sessions/x',   none,                                         400, line],
  ['DELETE', '/sessions/0123456789abcdef', none,                            404, line],
  ['DELETE', '/sessions',     none,                                         200, empty],
  ['GET',    '/sessions',     none,                                         200, json([])],
  ['DELETE', '/session',      none,                                         400, line],
  ['PUT',    '/password',     none,                                         400, line],
  ['PUT',    '/password',     { AdminPassword: 'short' },                   400, line],
  ['PUT',    '/password',     { AdminPassword: PASSWORD },                  200, empty],
]

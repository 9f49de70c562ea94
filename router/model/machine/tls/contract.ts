import { z } from 'zod'
import { del, get, put } from '../../operation.ts'

const Done = z.literal('Done')
const Pem = z.string().meta({ contentMediaType: 'application/x-x509-ca-cert' })

const OFF = 'TLS is off: there is no certificate'

export const tls = {
  isOn: get('/firewall/enableTLS', {
    roles: ['viewer', 'parent'],
    tag: 'firewall',
    summary: 'Whether HTTPS is on',
    reply: z.boolean(),
  }),
  enable: put('/firewall/enableTLS', {
    tag: 'firewall',
    summary: 'Answer over HTTPS',
    description:
      'Creates a certificate authority of this router, valid for ten years, and a certificate for `spr.local` and the ' +
      'router’s address at home. Port 443 is open when the call returns, in addition to port 80, without a restart. ' +
      'The certificate is renewed automatically before it expires and when the address changes. Devices trust it after ' +
      'the authority from `/cert` is installed on them; the authority is limited to names and addresses of a home.',
    reply: Done,
    errors: { 400: 'TLS is on already, or the port is taken by another program' },
  }),
  disable: del('/firewall/enableTLS', {
    tag: 'firewall',
    summary: 'Turn off HTTPS',
    description:
      'Port 443 is closed when the call returns. The authority is deleted with its key: turning HTTPS on again creates ' +
      'another one, which has to be installed on all devices again.',
    reply: Done,
    errors: { 400: OFF },
  }),
  authority: get('/cert', {
    tag: 'general',
    access: 'public',
    summary: 'The certificate authority',
    description:
      'PEM text, to install on devices that should trust this router: `curl -o spr.pem http://spr.local/cert`.',
    reply: Pem,
    errors: { 404: OFF },
  }),
  authorityAuthorized: get('/cert/authorized', {
    roles: ['viewer'],
    tag: 'general',
    summary: 'The certificate authority, with credentials',
    description: 'The same as `/cert`, for clients that send credentials with every call.',
    reply: Pem,
    errors: { 404: OFF },
  }),
}

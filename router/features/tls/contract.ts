import { z } from 'zod'
import { del, get, put } from '../operation.ts'

const Done = z.literal('Done')
const Pem = z.string().meta({ contentMediaType: 'application/x-x509-ca-cert' })

const OFF = 'TLS is off: there is no certificate'

export const tls = {
  isOn: get('/firewall/enableTLS', {
    tag: 'firewall',
    summary: 'Whether the router answers over HTTPS',
    reply: z.boolean(),
  }),
  enable: put('/firewall/enableTLS', {
    tag: 'firewall',
    summary: 'Answer over HTTPS',
    description:
      'Makes a certificate authority of this router’s own, good for ten years, and a certificate of it for `spr.local` and ' +
      'the router’s address in the home. Port 443 answers with it when this call returns, next to port 80; nothing is ' +
      'restarted. The certificate is replaced by itself before it ends, and when the address changes. Devices trust it once ' +
      'they have installed the authority from `/cert`, which can vouch for names and addresses of a home alone.',
    reply: Done,
    errors: { 400: 'TLS is on already, or the port is taken by another program' },
  }),
  disable: del('/firewall/enableTLS', {
    tag: 'firewall',
    summary: 'Answer over plain HTTP only',
    description:
      'Port 443 is closed when this call returns. The authority is forgotten with its key: turning TLS on again makes another, ' +
      'which has to be installed on all devices again.',
    reply: Done,
    errors: { 400: OFF },
  }),
  authority: get('/cert', {
    tag: 'general',
    access: 'public',
    summary: 'The certificate authority, for devices to install',
    description: 'As PEM text. For a device that is to trust this router: `curl -o spr.pem http://spr.local/cert`.',
    reply: Pem,
    errors: { 404: OFF },
  }),
  authorityAuthorized: get('/cert/authorized', {
    tag: 'general',
    summary: 'The certificate authority, with credentials',
    description: 'The same as `/cert`, for clients that send their credentials with every call.',
    reply: Pem,
    errors: { 404: OFF },
  }),
}

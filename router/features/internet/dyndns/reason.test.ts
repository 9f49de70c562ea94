import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phrase } from '../../../phrases/phrase.ts'
import { failureIn } from './reason.ts'

const of = (output: string, code: number | null = 1) => {
  const failure = failureIn({ code, output })
  return failure && `${failure.kind}: ${failure.reason}`
}

test('what ddclient prints is an update, or the reason for none', () => {
  assert.equal(of('SUCCESS:  updating a.org: good: IP address set to 203.0.113.5', 0), undefined)
  assert.equal(of('WARNING:  updating a.org: nochg: No update required; unnecessary attempts', 0), undefined)
  const login = 'account: the provider refused the user name, password or token'
  assert.equal(of('FAILED:   updating a.org: badauth: Bad authorization (username or password)'), login)
  assert.equal(of('FAILED:   updating a.org: authorization failed (HTTP/1.1 401 Unauthorized\nDate: x)'), login)
  assert.equal(of('RECEIVE:  HTTP/1.1 403 Forbidden\nFAILED:   updating a.org: Could not connect to api.'), login)
  assert.equal(
    of("FAILED:   updating a: Server said: 'KO'\nRECEIVE:  HTTP/1.1 200 OK"),
    'account: the provider refused the token or the name',
  )
  assert.equal(
    of('FAILED:   updating a.org: nohost: The hostname specified does not exist'),
    'name: the provider has no such name in this account',
  )
  assert.equal(of('RECEIVE:  HTTP/1.1 500 Oops', 0), 'fault: the provider has a fault (HTTP 500)')
  assert.equal(of('RECEIVE:  HTTP/1.1 429 Too Many', 0), 'fault: the provider received too many requests')
  assert.equal(of('FAILED:   updating a.org: unexpected status (911)'), 'fault: the provider has a fault')
  assert.equal(
    of('WARNING:  cannot connect to a:443 socket: SSL connect attempt failed error:certificate verify failed'),
    'passing: the certificate of the provider is not valid',
  )
  assert.equal(
    of('WARNING:  cannot connect to a:443 socket: Connection refused\nFAILED:   updating a: Could not connect to a.'),
    'passing: the provider cannot be reached',
  )
  assert.equal(of('', 137), 'passing: the provider did not answer in time')
  assert.equal(of('', null), 'passing: the provider did not answer in time')
})

test('an answer that cannot be understood is a fault of the provider, which passes', () => {
  const page = (status: string, more = '<html><title>Just a moment...</title>') =>
    of(`RECEIVE:  HTTP/1.1 ${status}\nRECEIVE:  ${more}\nFAILED:   updating a.org: unexpected status (<html>)`)
  assert.equal(page('200 OK'), 'fault: the provider answered with a web page (HTTP 200)')
  assert.equal(page('200 OK', '<!DOCTYPE html>'), 'fault: the provider answered with a web page (HTTP 200)')
  assert.equal(page('403 Forbidden'), 'fault: the provider answered with a web page (HTTP 403)')
  assert.equal(
    page('404 Not Found', 'content-type: text/html'),
    'fault: the provider answered with a web page (HTTP 404)',
  )
  assert.equal(
    of(
      'RECEIVE:  HTTP/1.1 200 OK\nRECEIVE:  <html>\nFAILED:   updating a.org: unexpected status (<html><a>Report abuse</a>)',
    ),
    'fault: the provider answered with a web page (HTTP 200)',
  )
  assert.equal(page('302 Found', ''), 'fault: the answer of the provider cannot be understood (HTTP 302)')
  assert.equal(page('200 OK', 'try tomorrow'), 'fault: the answer of the provider cannot be understood (HTTP 200)')
  assert.equal(page('404 Not Found', 'no'), 'name: the provider has no such name in this account')
  assert.equal(page('401 Unauthorized'), 'account: the provider refused the user name, password or token')
})

test('a missing program is named with its package', () => {
  assert.match(String(failureIn({ code: undefined, output: 'spawn bwrap ENOENT' })?.reason), /package bubblewrap/)
  assert.match(of('timeout: failed to run command ‘ddclient’: No such file', 127) ?? '', /package ddclient/)
  assert.match(of('FATAL:    Error loading the Perl module IO::Socket::SSL needed') ?? '', /libio-socket-ssl-perl/)
})

test('what a provider sends does not count as a message of ddclient, and is not part of the reason', () => {
  const failure = failureIn({ code: 0, output: 'RECEIVE:  HTTP/1.1 200 OK\nRECEIVE:  SUCCESS: token=secret' })
  assert.deepEqual(failure, {
    kind: 'fault',
    reason: phrase('internet.dyndnsAnswerUnreadable', '200'),
  })
})

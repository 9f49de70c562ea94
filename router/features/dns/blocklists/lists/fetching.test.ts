import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Served } from '../../../../machine/fake.fixture.ts'
import type { BlockList } from '../../../../model/dns/blocklists/blocklist.ts'
import { ADS, list, openHome, text } from './lists.fixture.ts'

test('a list is fetched again when it is old; an unchanged one is neither transferred nor compiled again', async () => {
  const known: unknown[] = []
  const home = await openHome({
    [ADS]: (options) => {
      known.push(options.known?.etag)
      return options.known ? { kind: 'unchanged' } : text('ads.example\n', '"1"')
    },
  })
  await home.put(list(ADS))
  await home.pass(604_799)
  assert.deepEqual(known, [undefined])
  await home.pass(1)
  assert.deepEqual(known, [undefined, '"1"'])
  assert.equal(home.compiled, 1)
  home.internet[ADS] = text('other.example\n')
  await home.refreshEvery(3_600)
  await home.pass(3_600)
  assert.deepEqual([home.holding('ads.example'), home.holding('other.example')], [[], [`other.example in ${ADS}`]])
  // The same text without a word of when it was changed.
  await home.pass(3_600)
  assert.equal(home.compiled, 2)
})

test('a list is fetched immediately on request, whatever its age', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n') })
  await home.put(list(ADS))
  home.internet[ADS] = text('other.example\n')
  home.lists.refresh(ADS)
  home.lists.refresh('https://other.example/')
  await turn()
  assert.deepEqual(home.holding('other.example'), [`other.example in ${ADS}`])
})

test('a list whose stored text is damaged is fetched again, and at growing intervals if it is damaged each time', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n') })
  home.damaged.add(ADS)
  await home.put(list(ADS))
  const asked = [home.asked.length]
  for (const seconds of [4, 1, 9, 1, 20]) {
    await home.pass(seconds)
    asked.push(home.asked.length)
  }
  assert.deepEqual(asked, [2, 2, 3, 3, 4, 5])
  home.damaged.clear()
  await home.pass(40)
  assert.deepEqual(home.holding('ads.example'), [`ads.example in ${ADS}`])
})

test('a failed fetch keeps the old list, is reported once, and is retried at growing intervals', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n') })
  await home.put(list(ADS))
  delete home.internet[ADS]
  await home.pass(604_800)
  assert.deepEqual(home.holding('ads.example'), [`ads.example in ${ADS}`])
  const { State, Error: reason, Entries } = home.lists.status(ADS)!
  assert.deepEqual([State, reason, Entries], ['failed', 'nobody is there', 1])
  const asked = [home.asked.length]
  for (const seconds of [4, 1, 10, 20, 39, 1]) {
    await home.pass(seconds)
    asked.push(home.asked.length)
  }
  assert.deepEqual(asked, [2, 2, 3, 4, 5, 5, 6])
  assert.deepEqual(home.failures, [`the block list ${ADS} could not be fetched: nobody is there`])
  home.internet[ADS] = text('other.example\n')
  await home.pass(3_600)
  assert.equal(home.lists.status(ADS)?.State, 'ready')
  assert.deepEqual(home.holding('other.example'), [`other.example in ${ADS}`])
})

test('a download without any domain does not replace the list', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n') })
  await home.put(list(ADS))
  home.internet[ADS] = text('<!doctype html><p>This page has moved.\n')
  home.lists.refresh(ADS)
  await turn()
  assert.equal(home.lists.status(ADS)?.Error, 'the server sent a web page')
  home.internet[ADS] = text('# This page has moved.\n')
  home.lists.refresh(ADS)
  await turn()
  assert.equal(home.lists.status(ADS)?.Error, 'there is not one name in it')
  assert.deepEqual(home.holding('ads.example'), [`ads.example in ${ADS}`])
})

const names = (count: number, of = 'ads'): string =>
  Array.from({ length: count }, (_, index) => `n${index}.${of}.example\n`).join('')
const PAGE = `<!DOCTYPE html>
<html><head><title>Just a moment...</title></head>
<body>
lists.example
<p>Checking the connection.</p>
</body></html>
`

test('a web page in place of a list does not replace it, with any media type', async () => {
  const home = await openHome({ [ADS]: text(names(200)) })
  await home.put(list(ADS))
  const refused = async (served: Served): Promise<string | undefined> => {
    home.internet[ADS] = served
    home.lists.refresh(ADS)
    await turn()
    assert.deepEqual(home.holding('n7.ads.example'), [`n7.ads.example in ${ADS}`])
    assert.deepEqual(home.holding('lists.example'), [])
    return home.lists.status(ADS)?.Error
  }
  const page = 'the server sent a web page'
  assert.equal(await refused({ kind: 'text', text: PAGE, type: 'text/html; charset=UTF-8' }), page)
  assert.equal(await refused({ kind: 'text', text: `\ufeff \n${PAGE}`, type: 'text/plain' }), page)
  assert.equal(await refused(text(PAGE)), page)
  assert.equal(await refused({ kind: 'text', text: names(150), type: 'text/html' }), page)
  assert.equal(await refused({ kind: 'text', text: names(150), type: 'image/png' }), 'the server sent image/png')
  assert.equal(await refused(text(`PK\x03\x04${names(150)}`)), 'the server sent a ZIP archive')
  assert.equal(await refused(text(`\u0000${names(150)}`)), 'the server sent binary data')
  const prose = 'Please wait while we look at this.\n'.repeat(151)
  assert.equal(await refused(text(`${names(150)}${prose}`)), 'most of its lines are not entries of a list (151 of 301)')
  assert.equal(await refused(text(names(19))), 'it shrank from 200 entries to 19')
  assert.equal(home.lists.status(ADS)?.State, 'failed')
})

test('the owner accepts a list that shrank once, and the next collapse is refused again', async () => {
  const home = await openHome({ [ADS]: text(names(200)) })
  await home.put(list(ADS))
  assert.equal(home.lists.status(ADS)?.Acceptable, false)
  home.internet[ADS] = text(names(15))
  home.lists.refresh(ADS)
  await turn()
  assert.equal(home.lists.status(ADS)?.Acceptable, true)
  home.lists.accept(ADS)
  await turn()
  const { State, Entries, Error: reason, Acceptable } = home.lists.status(ADS)!
  assert.deepEqual([State, Entries, reason, Acceptable], ['ready', 15, '', false])
  home.internet[ADS] = text(names(1))
  home.lists.refresh(ADS)
  await turn()
  assert.equal(home.lists.status(ADS)?.Error, 'it shrank from 15 entries to 1')
  // A web page is no list, accepted or not.
  home.internet[ADS] = text(PAGE)
  home.lists.accept(ADS)
  await turn()
  const page = home.lists.status(ADS)!
  assert.deepEqual([page.Error, page.Acceptable, page.Entries], ['the server sent a web page', false, 15])
})

test('a list that begins with text that is no list is accepted by the owner, also in later versions', async () => {
  const prose = 'These are the names that we found.\n'.repeat(20)
  const home = await openHome({ [ADS]: text(`${prose}${names(10)}`) })
  await home.put(list(ADS))
  assert.deepEqual([home.lists.status(ADS)?.State, home.lists.status(ADS)?.Acceptable], ['failed', true])
  home.lists.accept(ADS)
  await turn()
  assert.equal(home.lists.status(ADS)?.Entries, 10)
  home.internet[ADS] = text(`${prose}${names(12)}`)
  home.lists.refresh(ADS)
  await turn()
  assert.equal(home.lists.status(ADS)?.Entries, 12)
})

test('a list for browsers has more rules that the resolver does not support than names, and is a list', async () => {
  const rules = `[Adblock Plus 2.0]
! Title: ads
||ads.example^
example.org,example.com##div[class="a b"]
/banner/ad-
&adname=
||cdn.example/ads/$image,domain=a.example|b.example
@@||good.example^$document,domain=c.example
`
  const home = await openHome({ [ADS]: text(rules) })
  await home.put(list(ADS))
  const { State, Entries, Ignored } = home.lists.status(ADS)!
  assert.deepEqual([State, Entries, Ignored], ['ready', 1, 5])
})

test('redirects are followed up to a limit, and each target is resolved and checked', async () => {
  const moved = (to: string): Served => ({ kind: 'moved', to })
  const home = await openHome({
    [ADS]: moved('/there'),
    'https://lists.example/there': moved('https://other.example/here'),
    'https://other.example/here': text('ads.example\n'),
  })
  home.names['other.example'] = ['203.0.113.10']
  await home.put(list(ADS))
  assert.deepEqual(home.asked.slice(1), [
    'https://lists.example/there 203.0.113.9',
    'https://other.example/here 203.0.113.10',
  ])
  assert.equal(home.lists.status(ADS)?.State, 'ready')

  const reason = async (to: string): Promise<string | undefined> => {
    home.internet[ADS] = moved(to)
    home.lists.refresh(ADS)
    await turn()
    return home.lists.status(ADS)?.Error
  }
  assert.equal(await reason(ADS), 'it was moved more than 5 times')
  assert.equal(await reason('http://lists.example/plain'), 'it was moved to http://, which is not followed')
  assert.equal(await reason('file:///etc/passwd'), 'it was moved to file://, which is not followed')
  assert.equal(await reason('https://modem.example/'), 'modem.example has no address on the internet')
  assert.equal(await reason('https://192.168.2.1/'), '192.168.2.1 is no address of the internet')
  assert.equal(await reason('https://[::1]/'), 'lists are fetched over IPv4 only')
  assert.equal(await reason('https://'), 'it was moved to what is no address')
})

test('a list at a private address is fetched only with AllowPrivate, and one at a loopback address never', async () => {
  const home = await openHome()
  const reason = async (URI: string, more: Partial<BlockList> = {}): Promise<string | undefined> => {
    home.internet[new URL(URI).href] = text('ads.example\n')
    await home.put(list(URI, more))
    return home.lists.status(URI)?.Error
  }
  for (const ip of [
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.2.1',
    '0.0.0.0',
    '224.0.0.1',
  ])
    assert.equal(await reason(`http://${ip}/list`), `${ip} is no address of the internet`)
  assert.equal(await reason('http://2130706433/list'), '127.0.0.1 is no address of the internet')
  assert.equal(await reason('http://modem.example/list'), 'modem.example has no address on the internet')
  assert.equal(await reason('http://unknown.example/list'), 'the name unknown.example cannot be resolved')
  assert.deepEqual(home.asked, [])
  assert.equal(await reason('http://192.168.2.9/list', { AllowPrivate: true }), '')
  assert.equal(await reason('http://127.0.0.2/list', { AllowPrivate: true }), '127.0.0.2 is no address of the internet')
  assert.deepEqual(home.asked, ['http://192.168.2.9/list 192.168.2.9'])
})

test('nothing is fetched from the router itself, by name, address or redirect', async () => {
  const home = await openHome()
  const reason = async (URI: string, more: Partial<BlockList> = {}): Promise<string | undefined> => {
    await home.put(list(URI, more))
    return home.lists.status(URI)?.Error
  }
  assert.equal(await reason('http://81.2.69.7:8000/'), '81.2.69.7 is an address of this router')
  assert.equal(await reason('http://home.example:22/'), 'home.example is an address of this router')
  assert.equal(await reason('http://192.168.2.1/', { AllowPrivate: true }), '192.168.2.1 is an address of this router')
  assert.deepEqual(home.asked, [])
  home.internet[ADS] = { kind: 'moved', to: 'https://home.example/' }
  assert.equal(await reason(ADS), 'home.example is an address of this router')
  assert.equal(home.asked.length, 1)
})

test('two lists are fetched at a time, until all are fetched', async () => {
  const many = Array.from({ length: 7 }, (_, index) => `https://lists.example/${index}`)
  const internet = Object.fromEntries(many.map((uri, index) => [uri, text(`n${index}.example\n`)]))
  const home = await openHome(internet)
  const waiting: (() => void)[] = []
  home.machine.answerFetches(async ({ url }) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return internet[url]!
  })
  await home.put(...many.map((uri) => list(uri)))
  assert.equal(waiting.length, 2)
  for (let index = 0; index < many.length; index++) {
    waiting[index]?.()
    await turn()
  }
  assert.equal(home.lists.blockedDomains(), many.length)
})

test('a list that is deleted while it is fetched is discarded', async () => {
  const home = await openHome()
  let arrive = (): void => undefined
  home.machine.answerFetches(async () => {
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    return text('ads.example\n')
  })
  await home.put(list(ADS))
  assert.equal(home.lists.status(ADS)?.State, 'fetching')
  await home.remove(ADS)
  arrive()
  await turn()
  assert.deepEqual(home.holding('ads.example'), [])
  assert.deepEqual(
    [...home.machine.files.keys()].filter((file) => file.endsWith('.zst')),
    [],
  )
})

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { mock, test } from 'node:test'
import { createXhrRequester } from '@algolia/requester-browser-xhr'

// As browsers get it; Node would be given one that waits longer.
const BROWSERS: string = 'algoliasearch/dist/lite/builds/browser'
const { liteClient } = (await import(BROWSERS)) as typeof import('algoliasearch/lite')

/** Behaviour of the search's libraries that this site relies on: an update that changes it fails these tests. */
interface Response {
  readonly status: number
  readonly content: string
  readonly isTimedOut?: boolean
}
interface Asked {
  readonly url: string
  readonly connectTimeout: number
  readonly responseTimeout: number
}

/** A client all of whose hosts send the same response; the requests are added to `asked`. */
const clientOf = ({ status, content, isTimedOut = false }: Response, asked: Asked[] = []) =>
  liteClient('app', 'key', {
    requester: {
      async send(request) {
        asked.push(request)
        return { status, content, isTimedOut }
      },
    },
  })
const question = { requests: [{ indexName: 'site', query: 'a' }] }
const failureOf = (response: Response): Promise<Error & { status?: number }> =>
  clientOf(response)
    .search(question)
    .then(
      () => assert.fail('it answered'),
      (error) => error,
    )

test('a client requires an application ID and a key', () => {
  assert.throws(() => liteClient('', 'key'), { message: '`appId` is missing.' })
  assert.throws(() => liteClient('app', ''), { message: '`apiKey` is missing.' })
})

test('a custom request requires a path, and a search requires requests', () => {
  const client = clientOf({ status: 200, content: '{}' })
  assert.throws(() => client.customPost({} as never), /Parameter `path` is required when calling `customPost`/)
  assert.throws(() => client.search(undefined as never), /Parameter `searchMethodParams` is required/)
  assert.throws(() => client.search({} as never), /Parameter `searchMethodParams.requests` is required/)
})

test('all hosts are tried before a search fails', async () => {
  const asked: Asked[] = []
  await assert.rejects(clientOf({ status: 503, content: '' }, asked).search(question), {
    name: 'RetryError',
    message: /Unreachable hosts/,
  })
  const hosts = asked.map(({ url }) => new URL(url).host)
  assert.equal(hosts[0], 'app-dsn.algolia.net')
  assert.deepEqual(
    hosts.slice(1).sort(),
    [1, 2, 3].map((at) => `app-${at}.algolianet.com`),
  )
})

test('a 4xx response is returned with its details, without trying another host', async () => {
  const refused = await failureOf({ status: 403, content: '{"message":"No such key","status":403}' })
  assert.deepEqual([refused.name, refused.message, refused.status], ['ApiError', 'No such key', 403])
  const detailed = await failureOf({
    status: 400,
    content: '{"message":"Wrong","status":400,"error":{"code":"one","id":"x"}}',
  })
  assert.deepEqual([detailed.name, detailed.message], ['DetailedApiError', 'Wrong'])
})

test('a malformed response is reported as such', async () => {
  assert.equal((await failureOf({ status: 200, content: '<html>' })).name, 'DeserializationError')
})

test('timeouts: 1 s to connect, 2 s to respond, longer after each timeout', async () => {
  const asked: Asked[] = []
  await assert.rejects(clientOf({ status: 0, content: '', isTimedOut: true }, asked).search(question))
  assert.deepEqual(
    asked.map(({ connectTimeout, responseTimeout }) => [connectTimeout, responseTimeout]),
    [
      [1000, 2000],
      [4000, 8000],
      [5000, 10_000],
      [6000, 12_000],
    ],
  )
})

/** A browser's transport with scripted responses. */
class Connection {
  static last: Connection
  readonly OPENED = 1
  readyState = 0
  status = 0
  responseText = ''
  onreadystatechange = (): void => {}
  onerror = (): void => {}
  constructor() {
    Connection.last = this
  }
  open(): void {}
  send(): void {}
  abort(): void {}
}

test('timeouts and network failures have distinct errors', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const scope = globalThis as { XMLHttpRequest?: unknown }
  scope.XMLHttpRequest = Connection
  try {
    const send = () =>
      createXhrRequester().send({
        method: 'POST',
        url: 'https://host.example/',
        headers: {},
        data: '',
        connectTimeout: 1000,
        responseTimeout: 2000,
      })
    const silent = send()
    mock.timers.tick(1000)
    assert.deepEqual(await silent, { status: 0, content: 'Connection timeout', isTimedOut: true })
    const slow = send()
    Connection.last.readyState = 2
    Connection.last.onreadystatechange()
    mock.timers.tick(2000)
    assert.deepEqual(await slow, { status: 0, content: 'Socket timeout', isTimedOut: true })
    const dead = send()
    Connection.last.onerror()
    assert.deepEqual(await dead, { status: 0, content: 'Network request failed', isTimedOut: false })
  } finally {
    delete scope.XMLHttpRequest
    mock.timers.reset()
  }
})

const { createAutocomplete } = createRequire(import.meta.url)(
  '@algolia/autocomplete-core',
) as typeof import('@algolia/autocomplete-core')
type Item = { readonly name: string }
/** The box without what is drawn of it, with such sources. */
const boxOf = (sources: readonly { readonly id: string; readonly items: readonly Item[] }[]) =>
  createAutocomplete<Item>({
    environment: { addEventListener() {}, removeEventListener() {}, setTimeout, clearTimeout, document: {} } as never,
    openOnFocus: true,
    getSources: () => sources.map(({ id, items }) => ({ sourceId: id, getItems: () => [...items] })) as never,
    onStateChange: ({ state }) => {
      isOpen = state.isOpen
    },
  })
let isOpen = false

test('the panel opens only with results', async () => {
  for (const [items, opens] of [
    [[], false],
    [[{ name: 'One' }], true],
  ] as const) {
    const box = boxOf([{ id: 'one', items }])
    box.getInputProps({ inputElement: {} as never }).onChange({ currentTarget: { value: 'a' } } as never)
    await new Promise(setImmediate)
    assert.equal(isOpen, opens)
  }
})

test('duplicate source IDs are an error', async () => {
  const box = boxOf([
    { id: 'same', items: [] },
    { id: 'same', items: [] },
  ])
  await assert.rejects(() => box.refresh(), { message: '[Autocomplete] The `sourceId` "same" is not unique.' })
})

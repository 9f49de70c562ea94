// Runs in a sandboxed frame of the admin app, which sends the session.
const POLL_MS = 2000
const MOST_ROWS = 1000

const at = (id) => document.getElementById(id)
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

let session
let requests = []
let names = {}
let last = 0
let isUnreachable = false

/** Calls the plugin. Throws if the answer is not a success; an expired session is renewed by the app. */
async function call(path, options = {}) {
  const headers = { Authorization: `Bearer ${session.token}` }
  const response = await fetch(`/plugins/${session.pluginURI}${path}`, { ...options, headers })
  if (response.status === 401) parent.postMessage({ type: 'plugin-ui:renew' }, '*')
  if (!response.ok) throw new Error(`The plugin returned status ${response.status}.`)
  return response
}
const json = async (path, options) => (await call(path, options)).json()

async function poll() {
  try {
    const { Requests: added } = await json(`/requests?after=${last}`)
    if (added.length > 0) {
      last = added.at(-1).ID
      requests = [...requests, ...added].slice(-MOST_ROWS)
      if (added.some(({ Device }) => !(Device in names))) names = await json('/names')
      show()
    } else if (requests.length === 0 || isUnreachable) show()
    isUnreachable = false
  } catch (error) {
    isUnreachable = true
    at('status').textContent = error.message
  }
  setTimeout(poll, POLL_MS)
}

const nameOf = (device) => names[device] ?? device
const bytes = (size) =>
  size < 1024
    ? `${size} B`
    : size < 1024 ** 2
      ? `${(size / 1024).toFixed(1)} KiB`
      : `${(size / 1024 ** 2).toFixed(1)} MiB`

function show() {
  const select = at('device')
  const chosen = select.value
  const devices = [...new Set(requests.map(({ Device }) => Device))]
  select.replaceChildren(
    element('option', { value: '', textContent: 'All devices' }),
    ...devices.map((device) => element('option', { value: device, textContent: nameOf(device) })),
  )
  select.value = devices.includes(chosen) ? chosen : ''
  const shown = requests.filter(({ Device }) => select.value === '' || Device === select.value)
  at('requests').replaceChildren(...shown.toReversed().map(row))
  at('table').hidden = shown.length === 0
  at('clear').disabled = requests.length === 0
  at('status').textContent =
    shown.length === 0 ? 'No requests yet. They appear when a device of the rule opens a website.' : ''
}

function row({ ID, Time, Device, Method, Scheme, Host, Path, Status, Size, Error: reason }) {
  const address = `${Scheme}://${Host}${Path}`
  const open = Method
    ? element('button', { type: 'button', textContent: address, onclick: () => showDetails(ID) })
    : address
  return element(
    'tr',
    {},
    element('td', { textContent: new Date(Time).toLocaleTimeString() }),
    element('td', { textContent: nameOf(Device), title: Device }),
    element('td', { textContent: Method }),
    element('td', { className: 'address' }, open),
    element('td', { textContent: Status || reason }),
    element('td', { className: 'number', textContent: Status ? bytes(Size) : '' }),
  )
}

async function showDetails(id) {
  at('error').textContent = ''
  try {
    const { Request, Response, Error: reason } = await json(`/requests/${id}`)
    at('messages').replaceChildren(
      ...message('Request', Request),
      ...(Response ? message('Response', Response) : [element('p', { textContent: reason })]),
    )
    at('details').hidden = false
    at('details-title').focus()
  } catch (error) {
    at('error').textContent = error.message
  }
}

function message(title, { Version, Headers, Body, IsComplete, Size }) {
  const body =
    Body === null
      ? element('p', { textContent: `The body of ${bytes(Size)} is not text, or too large to be kept.` })
      : element('pre', { textContent: Body, hidden: Body === '' })
  const cut = Body !== null && !IsComplete
  return [
    element('h3', { textContent: `${title} (${Version})` }),
    element('pre', { textContent: Headers.map(([name, value]) => `${name}: ${value}`).join('\n') }),
    body,
    element('p', { textContent: 'Only the beginning of the body is shown.', hidden: !cut }),
  ]
}

async function download(kind) {
  const url = URL.createObjectURL(await (await call(`/ca.${kind}`)).blob())
  element('a', { href: url, download: `mitmproxy-ca.${kind}` }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

async function begin() {
  const { Fingerprint, NotAfter } = await json('/ca')
  at('fingerprint').textContent = Fingerprint
  at('expiry').textContent = new Date(NotAfter).toLocaleDateString()
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.type !== 'plugin-ui:session') return
  const isFirst = session === undefined
  session = data
  document.documentElement.style.colorScheme = data.colorScheme
  if (!isFirst) return
  begin().catch((error) => {
    at('status').textContent = error.message
  })
  void poll()
})
at('device').addEventListener('change', show)
at('clear').addEventListener('click', async () => {
  await json('/requests', { method: 'DELETE' })
  requests = []
  at('details').hidden = true
  show()
})
at('close').addEventListener('click', () => {
  at('details').hidden = true
})
for (const button of document.querySelectorAll('.download'))
  button.addEventListener('click', () => download(button.dataset.kind))
parent.postMessage({ type: 'plugin-ui:ready' }, '*')

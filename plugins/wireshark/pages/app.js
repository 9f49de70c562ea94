// Runs in a sandboxed frame of the admin app, which sends the session.
const element = (id) => document.getElementById(id)
const [device, filter, packets, list, details] = ['device', 'filter', 'packets', 'list', 'details'].map(element)
const [start, stop, download] = ['start', 'stop', 'download'].map(element)
/** The oldest rows are removed; the capture has all packets. */
const MOST_ROWS = 1000

let session
let renewed = Promise.withResolvers()
/** Ends the list that is shown, and the capture if it has no other reader. */
let shown = new AbortController()
/** The device that was captured last. */
let captured = ''
let count = 0

function say(text) {
  element('status').textContent = text
}

/** Shows why an action failed. It stays when packets come, until the next action. */
function fail(message) {
  element('error').textContent = message
}

/** Calls the plugin. Throws with the reason of a refusal. */
async function call(path, params = {}, signal) {
  const ask = () =>
    fetch(`/plugins/${session.pluginURI}${path}?${new URLSearchParams(params)}`, {
      headers: { Authorization: `Bearer ${session.token}` },
      signal,
    })
  let response = await ask()
  if (response.status === 401) {
    // The session has expired: the app sends another one.
    renewed = Promise.withResolvers()
    parent.postMessage({ type: 'plugin-ui:renew' }, '*')
    await renewed.promise
    response = await ask()
  }
  if (response.ok) return response
  const text = await response.text()
  throw new Error(response.headers.get('Content-Type') === 'application/json' ? JSON.parse(text).Error : text)
}

/** The objects of a response with one JSON text a line. */
async function* linesOf(response) {
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    yield lines.map((line) => JSON.parse(line))
  }
}

/** Shows a list of packets in place of the present one. `path`: `/packets` begins a capture, `/kept` reads the last one again. */
async function show(path) {
  const before = shown
  const own = new AbortController()
  shown = own
  const name = device.selectedOptions[0].textContent
  fail('')
  try {
    const response = await call(path, { device: captured, filter: filter.value }, own.signal)
    // The capture has a new reader now, and does not end with the one before.
    before.abort()
    packets.replaceChildren()
    count = 0
    if (path === '/packets') capturing(true)
    say(start.disabled ? `Capturing ${name}…` : 'Reading…')
    for await (const rows of linesOf(response)) {
      append(rows)
      say(start.disabled ? `Capturing ${name}: ${count} packets` : `${count} packets`)
    }
    ended()
  } catch (error) {
    if (own.signal.aborted) return
    if (path === '/packets') ended()
    shown = before
    fail(error.message)
  }
}

function append(rows) {
  const isAtEnd = list.scrollTop + list.clientHeight > list.scrollHeight - 40
  packets.append(...rows.map(rowOf))
  count += rows.length
  while (packets.rows.length > MOST_ROWS) packets.rows[0].remove()
  if (isAtEnd) list.scrollTop = list.scrollHeight
}

function rowOf({ Number: number, Time, Source, Destination, Protocol, Length, Info }) {
  const row = document.createElement('tr')
  for (const text of [number, Time, Source, Destination, Protocol, Length, Info]) row.insertCell().textContent = text
  const open = Object.assign(document.createElement('button'), { textContent: number, type: 'button' })
  row.cells[0].replaceChildren(open)
  row.addEventListener('click', () => void select(row, number))
  return row
}

/** Shows the fields of a packet as a tree. */
async function select(row, number) {
  for (const other of packets.querySelectorAll('[aria-selected]')) other.removeAttribute('aria-selected')
  row.setAttribute('aria-selected', 'true')
  fail('')
  try {
    const text = await (await call('/packet', { device: captured, number })).text()
    const packet = new DOMParser().parseFromString(text, 'text/xml').querySelector('packet')
    const layers = [...packet.children].filter((layer) => layer.getAttribute('name') !== 'geninfo')
    details.replaceChildren(...layers.map(treeOf))
    details.lastElementChild.open = true
  } catch (error) {
    fail(error.message)
  }
}

function treeOf(field) {
  const text = field.getAttribute('showname') || field.getAttribute('show') || field.getAttribute('name')
  const children = [...field.children].filter((child) => child.getAttribute('hide') !== 'yes')
  if (children.length === 0) return Object.assign(document.createElement('div'), { textContent: text })
  const tree = document.createElement('details')
  tree.append(Object.assign(document.createElement('summary'), { textContent: text }), ...children.map(treeOf))
  return tree
}

function capturing(isRunning) {
  start.disabled = isRunning
  device.disabled = isRunning
  stop.disabled = !isRunning
  download.disabled = captured === ''
}

function ended() {
  capturing(false)
  say(`${count} packets. The capture has ended.`)
}

element('capture').addEventListener('submit', (event) => {
  event.preventDefault()
  shown.abort()
  captured = device.value
  void show('/packets')
})
stop.addEventListener('click', () => {
  shown.abort()
  ended()
})
element('filtering').addEventListener('submit', (event) => {
  event.preventDefault()
  if (captured !== '') void show('/kept')
})
download.addEventListener('click', async () => {
  fail('')
  try {
    const url = URL.createObjectURL(await (await call('/file', { device: captured })).blob())
    Object.assign(document.createElement('a'), { href: url, download: 'capture.pcap' }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    fail(error.message)
  }
})

async function begin() {
  try {
    const all = await (await call('/devices')).json()
    device.replaceChildren(...all.map(({ Name, Device }) => new Option(Name || Device, Device)))
    capturing(false)
    say(all.length > 0 ? 'Choose a device.' : 'There are no devices.')
  } catch (error) {
    fail(error.message)
  }
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.type !== 'plugin-ui:session') return
  const isFirst = session === undefined
  session = data
  document.documentElement.style.colorScheme = data.colorScheme
  renewed.resolve()
  if (isFirst) void begin()
})
parent.postMessage({ type: 'plugin-ui:ready' }, '*')

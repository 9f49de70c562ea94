// Runs in a sandboxed frame of the admin app, which sends the session.
const rows = document.querySelector('#access')
const status = document.querySelector('#status')
const button = document.querySelector('#again')
let session

async function check() {
  button.disabled = true
  status.textContent = 'Checking…'
  const response = await fetch(`/plugins/${session.pluginURI}/access`, {
    headers: { Authorization: `Bearer ${session.token}` },
  })
  // The session has expired: the app sends another one.
  if (response.status === 401) return void parent.postMessage({ type: 'plugin-ui:renew' }, '*')
  const access = await response.json()
  rows.replaceChildren(...access.map(({ Name, Works, Reason }) => row(Name, Works ? 'works' : `refused: ${Reason}`)))
  status.textContent = ''
  button.disabled = false
}

function row(...texts) {
  const element = document.createElement('tr')
  for (const text of texts) element.append(Object.assign(document.createElement('td'), { textContent: text }))
  return element
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.type !== 'plugin-ui:session') return
  const isFirst = session === undefined
  session = data
  document.documentElement.style.colorScheme = data.colorScheme
  if (isFirst || button.disabled) void check()
})
button.addEventListener('click', () => void check())
parent.postMessage({ type: 'plugin-ui:ready' }, '*')

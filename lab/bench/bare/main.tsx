import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './bare.css'

/** The reference for the admin app: React without any of our code. */
interface Device {
  readonly MAC: string
  readonly Name: string
  readonly RecentIP: string
  readonly Policies: readonly string[]
  readonly Groups: readonly string[]
}

/** A hello-world page. */
function Counter() {
  const [count, setCount] = useState(0)
  return (
    <main>
      <h1>Bare</h1>
      <button type="button" onClick={() => setCount(count + 1)}>
        count is {count}
      </button>
    </main>
  )
}

/** All devices as a plain list, with a filter field. */
function List() {
  const [devices, setDevices] = useState<readonly Device[]>([])
  const [words, setWords] = useState('')
  useEffect(() => {
    fetch('/devices')
      .then((answer) => answer.json())
      .then((all: Record<string, Device>) => setDevices(Object.values(all)))
  }, [])
  const found = devices.filter((device) =>
    [device.Name, device.MAC, device.RecentIP, ...device.Groups].some((text) => text.toLowerCase().includes(words)),
  )
  return (
    <main>
      <h1>Devices</h1>
      <input type="search" aria-label="Search" value={words} onChange={({ target }) => setWords(target.value)} />
      <ul>
        {found.map(({ MAC, Name, RecentIP, Policies, Groups }) => (
          <li key={MAC}>
            <a href={`#${MAC}`}>
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" />
              </svg>
              <span>
                <strong>{Name}</strong> <span>Offline</span>
              </span>
              <span>
                <span>{RecentIP}</span> <span>{MAC}</span>
              </span>
              <span>
                {[...Policies, ...Groups].map((word) => (
                  <span key={word}>{word} </span>
                ))}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </main>
  )
}

const app = document.getElementById('app')
if (app) createRoot(app).render(location.pathname === '/list' ? <List /> : <Counter />)

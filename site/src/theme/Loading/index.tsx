import type { ReactNode } from 'react'

interface Props {
  readonly error?: unknown
  readonly pastDelay?: boolean
  readonly retry?: () => void
}

/** In place of a part of the site that is not there yet: nothing at first, soon a spinner, or what went wrong. */
export default function Loading({ error, retry, pastDelay }: Props): ReactNode {
  if (error)
    return (
      <div className="failure" role="alert">
        <p>{String(error)}</p>
        <button type="button" className="button button--primary" onClick={retry}>
          Retry
        </button>
      </div>
    )
  return pastDelay ? <div className="spinner" role="status" aria-label="Loading" /> : null
}

import { type ReactNode, useEffect, useState } from 'react'
import { asksNotToTrack, hasTurnedOff, turnReports } from '../client/visitor.ts'

/** The switch by which a reader turns reports from this browser off. */
export function Reports(): ReactNode {
  const [isOn, setIsOn] = useState<boolean>()
  useEffect(() => setIsOn(!hasTurnedOff() && !asksNotToTrack()), [])
  const turn = (on: boolean): void => {
    turnReports(on)
    setIsOn(on)
  }
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={isOn ?? true}
          disabled={isOn === undefined || asksNotToTrack()}
          onChange={({ target }) => turn(target.checked)}
        />{' '}
        Report pages and search results from this browser
      </label>
    </p>
  )
}

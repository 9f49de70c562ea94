import { useDocumentTitle } from '@mantine/hooks'
import { useState } from 'react'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { texts } from '../../../texts.ts'
import styles from './AddScreen.module.css'
import { NewDevice } from './NewDevice.tsx'
import { Passphrase } from './Passphrase.tsx'
import { useArrivals } from './useArrivals.ts'
import type { Made } from './useNewDevice.ts'
import { Waiting } from './Waiting.tsx'

/** Two steps: describe the device, then show its passphrase; and the devices that wait. Passphrases are kept in this screen only. */
export function AddScreen() {
  useDocumentTitle(`${texts.add.title} · ${texts.product}`)
  const [made, setMade] = useState<readonly Made[]>([])
  const [shown, setShown] = useState<string>()
  const arrivals = useArrivals(made)
  const waiting = made.flatMap((one, index) => {
    const arrival = arrivals[index]
    return arrival ? [{ made: one, arrival }] : []
  })
  const current = waiting.find((one) => one.made.identity === shown)
  const show = (one: Made) => {
    setMade([one, ...made.filter(({ identity }) => identity !== one.identity)])
    setShown(one.identity)
  }
  const hide = () => setShown(undefined)
  return (
    <div className={styles.page}>
      <BackLink to="/admin/devices">{texts.device.back}</BackLink>
      {current ? (
        <Passphrase key={current.made.identity} {...current} onAnother={hide} />
      ) : (
        <>
          <h1>{texts.add.title}</h1>
          <p className={styles.hint}>{texts.add.hint}</p>
          <NewDevice onMade={show} />
        </>
      )}
      <Waiting
        made={waiting}
        shown={shown}
        onShow={show}
        onRemoved={(identity) => {
          setMade(made.filter((one) => one.identity !== identity))
          if (identity === shown) hide()
        }}
      />
    </div>
  )
}

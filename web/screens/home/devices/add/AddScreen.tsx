import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { BackLink } from '../../../../parts/layout/BackLink.tsx'
import { usePageTitle } from '../../../../parts/layout/usePageTitle.ts'
import { addTexts } from '../../../../texts/home/devices/add.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { vpnTexts } from '../../../../texts/vpn/wireguard.ts'
import { AddPeer } from './AddPeer.tsx'
import styles from './AddScreen.module.css'
import { NewDevice } from './NewDevice.tsx'
import { PassphraseDisplay } from './PassphraseDisplay.tsx'
import { PeerCode } from './PeerCode.tsx'
import { type Made, useArrivals } from './useNewDevice.ts'
import type { NewPeer } from './useNewPeer.ts'
import { WaitingDevices } from './WaitingDevices.tsx'

/** Adds a device that joins the wifi, or one that connects through VPN. */
export function AddScreen() {
  usePageTitle(addTexts.title)
  const { by } = useSearch({ from: '/admin/add-device' })
  return <div className={styles.page}>{by === 'vpn' ? <ByVpn /> : <ByWifi />}</div>
}

/** Two steps: describe the device, then show its passphrase; and the devices that wait. Passphrases are kept in this screen only. */
function ByWifi() {
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
    <>
      <BackLink to="/admin/devices">{deviceTexts.back}</BackLink>
      {current ? (
        <PassphraseDisplay key={current.made.identity} {...current} onAnother={hide} />
      ) : (
        <Step way="wifi" hint={addTexts.hint}>
          <NewDevice onMade={show} />
        </Step>
      )}
      <WaitingDevices
        made={waiting}
        shown={shown}
        onShow={show}
        onRemoved={(identity) => {
          setMade(made.filter((one) => one.identity !== identity))
          if (identity === shown) hide()
        }}
      />
    </>
  )
}

/** Two steps: describe the device, then show its configuration, which is kept in this screen only. */
function ByVpn() {
  const [made, setMade] = useState<NewPeer>()
  return (
    <>
      <BackLink to="/admin/vpn">{vpnTexts.new.back}</BackLink>
      {made ? (
        <PeerCode key={made.key} made={made} onAnother={() => setMade(undefined)} />
      ) : (
        <Step way="vpn" hint={vpnTexts.new.hint}>
          <AddPeer onMade={setMade} />
        </Step>
      )}
    </>
  )
}

/** The first step, with the choice of the connection. */
function Step({ way, hint, children }: { way: 'wifi' | 'vpn'; hint: string; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <>
      <h1>{addTexts.title}</h1>
      <SegmentedControl
        fullWidth
        mt="xs"
        aria-label={vpnTexts.new.way}
        value={way}
        onChange={(to) =>
          void navigate({ to: '/admin/add-device', search: to === 'vpn' ? { by: 'vpn' } : {}, replace: true })
        }
        data={(['wifi', 'vpn'] as const).map((value) => ({ value, label: vpnTexts.new.ways[value] }))}
      />
      <p className={styles.hint}>{hint}</p>
      {children}
    </>
  )
}

import { useState } from 'react'
import { channelOf } from '../../../../router/model/wifi/radios/channel.ts'
import { shownName } from '../../../parts/values/name.ts'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import styles from './FoundTable.module.css'
import type { NearbyNetwork } from './picture.ts'

const texts = radioTexts.scan

/** The networks of a scan as a table, the strongest first. */
export function FoundTable({ found }: { found: readonly NearbyNetwork[] }) {
  const [isOpen, setOpen] = useState(false)
  if (found.length === 0) return null
  return (
    <details className={styles.table} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.table}</summary>
      {isOpen && (
        <table>
          <caption>{texts.hint}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.network}</th>
              <th scope="col">{texts.channel}</th>
              <th scope="col">{texts.signal}</th>
              <th scope="col">{texts.security}</th>
            </tr>
          </thead>
          <tbody>
            {found
              .toSorted((a, b) => b.signal_dbm - a.signal_dbm)
              .map((network) => (
                <tr key={network.bssid}>
                  <th scope="row" title={network.bssid}>
                    {shownName(network.ssid) || texts.hidden}
                  </th>
                  <td>{channelOf(network.freq)?.channel}</td>
                  <td>{texts.dbm(Math.round(network.signal_dbm))}</td>
                  <td>{securityOf(network)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </details>
  )
}

/** `WPA2, WPA3` for `PSK SAE`. */
function securityOf({ authentication_suites: suites, capability }: NearbyNetwork): string {
  const names = [
    ...(suites.includes('PSK') ? ['WPA2'] : []),
    ...(suites.includes('SAE') ? ['WPA3'] : []),
    ...(suites.includes('802.1X') ? [texts.enterprise] : []),
  ]
  if (names.length > 0) return names.join(', ')
  return suites || (capability.includes('Privacy') ? texts.old : texts.open)
}

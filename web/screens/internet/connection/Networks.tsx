import { IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { IconButton } from '../../../parts/layout/IconButton.tsx'
import { shownName } from '../../../parts/values/name.ts'
import { uplinkTexts } from '../../../texts/internet/uplinks.ts'
import styles from './Networks.module.css'
import type { useWifiUplink } from './useWifiUplink.ts'
import { type ListedWifiNetwork, preferred, securityOf, without } from './wifiNetwork.ts'

const texts = uplinkTexts.wifi

interface NetworksProps {
  networks: readonly ListedWifiNetwork[]
  save: ReturnType<typeof useWifiUplink>['save']
  remove: ReturnType<typeof useWifiUplink>['remove']
}

/** The saved networks, the preferred one first. */
export function Networks({ networks, save, remove }: NetworksProps) {
  const [removed, setRemoved] = useState<number>()
  const name = removed === undefined ? '' : shownName(networks[removed]?.SSID ?? '')
  return (
    <>
      <h3 className={styles.title}>{texts.networks}</h3>
      <p className="quiet">{texts.networksHint}</p>
      <ol className={styles.networks}>
        {networks.map((network, index) => (
          <li key={`${network.SSID} ${network.BSSID}`}>
            <span className={styles.name}>
              <strong>{shownName(network.SSID)}</strong>
              <small>
                {texts.securities[securityOf(network)]}
                {network.BSSID && ` · ${texts.onlyAt(network.BSSID)}`}
              </small>
            </span>
            {index > 0 && (
              <IconButton
                size="lg"
                label={texts.prefer(network.SSID)}
                icon={IconArrowUp}
                disabled={save.isPending}
                onClick={() => save.mutate(preferred(networks, index))}
              />
            )}
            <IconButton
              size="lg"
              label={texts.remove(network.SSID)}
              icon={IconTrash}
              disabled={save.isPending}
              onClick={() => setRemoved(index)}
            />
          </li>
        ))}
      </ol>
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={texts.removeTitle(name)}
        hint={texts.removeHint}
        confirm={texts.removeConfirm}
        onConfirm={() =>
          removed !== undefined && remove.mutate(without(networks, removed), { onSuccess: () => setRemoved(undefined) })
        }
        action={remove}
      />
    </>
  )
}

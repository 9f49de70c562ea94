import { TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { QRCodeSVG } from 'qrcode.react'
import { texts } from '../../../texts.ts'
import styles from './JoinCode.module.css'
import { isNetworkName, wifiCode } from './wifiCode.ts'

/** A QR code that joins the wifi. It needs the name of the wifi, which is stored in this browser. */
export function JoinCode({ passphrase }: { passphrase: string }) {
  const [network, setNetwork] = useLocalStorage({ key: 'sallyport.network', defaultValue: '' })
  return (
    <div className={styles.scan}>
      <TextInput
        label={texts.add.network}
        description={texts.add.networkHint}
        value={network}
        onChange={({ currentTarget }) => setNetwork(currentTarget.value)}
        error={network !== '' && !isNetworkName(network) && texts.add.networkTooLong}
        autoComplete="off"
        spellCheck={false}
      />
      {isNetworkName(network) ? (
        <QRCodeSVG
          className={styles.code}
          value={wifiCode(network, passphrase)}
          title={texts.add.qrLabel(network)}
          size={184}
          marginSize={4}
        />
      ) : (
        <p className={styles.noCode}>{texts.add.scanEmpty}</p>
      )}
    </div>
  )
}

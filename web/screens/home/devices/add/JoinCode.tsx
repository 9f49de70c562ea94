import { TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { QRCodeSVG } from 'qrcode.react'
import { addTexts } from '../../../../texts/home/devices/add.ts'
import { homeNetwork } from '../../../wifi/radiostate/radio.ts'
import { useRadios } from '../../../wifi/radiostate/useRadios.ts'
import styles from './JoinCode.module.css'
import { isNetworkName, wifiCode } from './wifiCode.ts'

/** A QR code that joins the wifi of the router. Without a radio, its name is that of another access point, and is typed. */
export function JoinCode({ passphrase }: { passphrase: string }) {
  const { data: radios, isPending } = useRadios()
  const own = homeNetwork(radios ?? [])
  // A field that is replaced a moment later would move the layout.
  if (isPending) return null
  return (
    <div className="fields">
      {own ? (
        <>
          <Code network={own.Ssid} passphrase={passphrase} />
          <p className={styles.network}>{addTexts.joins(own.Ssid)}</p>
        </>
      ) : (
        <TypedNetwork passphrase={passphrase} />
      )}
    </div>
  )
}

/** A field for the name of the wifi network, which is stored in this browser. */
function TypedNetwork({ passphrase }: { passphrase: string }) {
  const [network, setNetwork] = useLocalStorage({ key: 'sallyport.network', defaultValue: '' })
  return (
    <>
      <TextInput
        label={addTexts.network}
        description={addTexts.networkHint}
        value={network}
        onChange={({ currentTarget }) => setNetwork(currentTarget.value)}
        error={network !== '' && !isNetworkName(network) && addTexts.networkTooLong}
        autoComplete="off"
        spellCheck={false}
      />
      {isNetworkName(network) ? (
        <Code network={network} passphrase={passphrase} />
      ) : (
        <p className={styles.noCode}>{addTexts.scanEmpty}</p>
      )}
    </>
  )
}

const Code = ({ network, passphrase }: { network: string; passphrase: string }) => (
  <QRCodeSVG
    className={styles.code}
    value={wifiCode(network, passphrase)}
    title={addTexts.qrLabel(network)}
    size={184}
    marginSize={4}
  />
)

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelIn, type Width } from '../../../../router/model/wifi/radios/channel.ts'
import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { query } from '../../../client/query.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import { bandsOf } from './channels.ts'
import { FoundTable } from './FoundTable.tsx'
import { Humps } from './Humps.tsx'
import { type ChannelBlock, pictureOf } from './picture.ts'
import styles from './RadioScreen.module.css'

const texts = radioTexts.scan
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })

/** The networks in range of a radio, as its last scan has found them. */
export function Channels({ radio }: { radio: WifiRadio }) {
  // Only the button scans: for some seconds, devices get less of the radio.
  const scan = useQuery({
    ...query(radios.scan, { params: { interface: radio.Interface } }),
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { data, isFetching, error, dataUpdatedAt } = scan
  return (
    <Section
      title={texts.title}
      hint={data ? texts.at(clock.format(dataUpdatedAt)) : texts.none}
      note={
        <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void scan.refetch()}>
          {data ? texts.again : texts.start}
        </Button>
      }
    >
      <SaveError error={isFetching ? null : error} />
      {data && (
        <div className={styles.bands}>
          {bandsOf(radio.Channels).map((band) => (
            <Humps key={band} band={band} picture={pictureOf(band, data, blockOf(radio))} />
          ))}
          <FoundTable found={data} />
        </div>
      )}
    </Section>
  )
}

/** The channels that the radio uses now. */
function blockOf({ Band, Channel, Width, Frequency }: WifiRadio): ChannelBlock | undefined {
  if (Band === '' || Frequency === 0 || Channel === 0) return undefined
  return { band: Band, middle: middleOf(Band, Channel, Width) ?? Frequency, width: Width || 20 }
}

function middleOf(band: ChannelBlock['band'], channel: number, width: number): number | undefined {
  try {
    return channelIn(band, channel, width as Width).centreFrequency
  } catch {
    return undefined
  }
}

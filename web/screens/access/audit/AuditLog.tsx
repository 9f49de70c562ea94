import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Face } from '../../../parts/layout/Face.tsx'
import { ChosenFilter, FilterBar, SearchField } from '../../../parts/lists/FilterBar.tsx'
import listBox from '../../../parts/lists/ListBox.module.css'
import { PagedList } from '../../../parts/lists/PagedList.tsx'
import { logTexts } from '../../../texts/machine/logs.ts'
import { AuditChange } from './AuditChange.tsx'
import { useChanges } from './useChanges.ts'

const TYPING_MS = 250

/** The audit log: user, time, address, and values before and after. */
export function AuditLog() {
  const [what, setWhat] = useState('')
  const [who, setWho] = useState('')
  const [sought] = useDebouncedValue(what.trim(), TYPING_MS)
  const pages = useChanges(sought, who)
  const showAll = () => {
    setWhat('')
    setWho('')
  }
  return (
    <>
      <FilterBar>
        <SearchField label={logTexts.change.search} value={what} onChange={setWhat} />
        {who && (
          <ChosenFilter clear={logTexts.change.allUsers} onClear={() => setWho('')}>
            {logTexts.change.who}: <strong>{who}</strong>
          </ChosenFilter>
        )}
      </FilterBar>
      <PagedList
        pages={pages}
        lines={pages.data?.pages.flat()}
        words={logTexts.change}
        empty={
          sought || who ? (
            <Face
              icon={<IconSearchOff size={32} stroke={1.5} />}
              title={logTexts.change.noMatch}
              hint={logTexts.change.noMatchHint}
            >
              <Button variant="default" onClick={showAll}>
                {logTexts.change.showAll}
              </Button>
            </Face>
          ) : (
            <Face
              icon={<IconHistory size={32} stroke={1.5} />}
              title={logTexts.change.empty}
              hint={logTexts.change.emptyHint}
            />
          )
        }
      >
        {(changes) => (
          <ol className={listBox.box}>
            {changes.map((entry) => (
              <AuditChange key={entry.Id} entry={entry} onWho={setWho} />
            ))}
          </ol>
        )}
      </PagedList>
    </>
  )
}

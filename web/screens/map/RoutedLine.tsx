import { BaseEdge, type EdgeProps } from '@xyflow/react'
import type { RoutedEdge } from './lines.ts'
import { pathOf } from './routes.ts'

/** A line of the map with corners, and arrows at its ends. */
export const RoutedLine = ({ id, data, markerStart, markerEnd }: EdgeProps<RoutedEdge>) => (
  <BaseEdge
    id={id}
    path={pathOf(data?.points ?? [])}
    interactionWidth={0}
    {...(markerStart && { markerStart })}
    {...(markerEnd && { markerEnd })}
  />
)

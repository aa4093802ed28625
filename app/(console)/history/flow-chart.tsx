'use client'

import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import styles from './flow-chart.module.css'
import { type FlowSlot, MAX_BAR_WIDTH } from './flow-sketch.tsx'

interface FlowChartProps {
  readonly slots: readonly FlowSlot[]
  /** Called with the slot under the pointer; null when there is none. */
  readonly onChoose: (slot: number | null) => void
}

/**
 * Bar chart: solid bars above zero for `up`, hollow ones below for `down`. Hidden from assistive
 * technology; the page shows the numbers.
 */
export function FlowChart({ slots, onChoose }: FlowChartProps) {
  const data = slots.map(({ label, up, down }) => ({ label, up, down: -down }))
  return (
    <div className={styles.chart} aria-hidden>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={data}
          stackOffset="sign"
          margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
          barCategoryGap="19%"
          accessibilityLayer={false}
          onMouseMove={({ activeTooltipIndex: slot }) => onChoose(slot == null ? null : Number(slot))}
          onMouseLeave={() => onChoose(null)}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="label" axisLine={false} tickLine={false} minTickGap={32} tick={TICK} height={20} />
          <YAxis
            axisLine={false}
            tickLine={false}
            allowDecimals={false}
            tickCount={4}
            tick={TICK}
            width={32}
            tickFormatter={(value: number) => String(Math.abs(value))}
          />
          <ReferenceLine y={0} stroke="var(--line-strong)" />
          <Tooltip cursor={{ fill: 'var(--hover)' }} content={() => null} isAnimationActive={false} />
          <Bar
            dataKey="up"
            stackId="flow"
            fill="var(--claimed-fill)"
            radius={1}
            maxBarSize={MAX_BAR_WIDTH}
            isAnimationActive={false}
          />
          <Bar
            dataKey="down"
            stackId="flow"
            fill="var(--surface)"
            stroke="var(--free-fg)"
            radius={1}
            maxBarSize={MAX_BAR_WIDTH}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

const TICK = { fill: 'var(--text-3)', fontSize: 11 }

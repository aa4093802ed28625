'use client'

import { useEffect, useRef } from 'react'
import { isComposing } from './is-composing.ts'
import { positionAt } from './position.ts'
import styles from './tip-layer.module.css'

const SHOW_AFTER_MS = 350
const HIDE_AFTER_MS = 120

/**
 * Shows the `data-tip` text of the hovered or focused element. One layer serves thousands of cells.
 * The tip stays while the pointer is on it, and Escape closes it (WCAG 1.4.13). What must be known
 * goes into the accessible name or description of the element as well: the layer is hidden from
 * assistive technology.
 */
export function TipLayer() {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => (layer.current ? attach(layer.current) : undefined), [])
  return <div ref={layer} className={styles.tip} popover="manual" aria-hidden="true" />
}

function attach(layer: HTMLElement): () => void {
  let anchor: Element | null = null
  let timer = 0

  const hide = () => {
    window.clearTimeout(timer)
    anchor = null
    if (layer.matches(':popover-open')) layer.hidePopover()
  }
  const show = (target: Element) => {
    window.clearTimeout(timer)
    // The open menu or dialog is at the position of the tip.
    if (target.matches('[aria-haspopup][aria-expanded="true"]')) return hide()
    anchor = target
    layer.textContent = target.getAttribute('data-tip')
    if (!layer.matches(':popover-open')) layer.showPopover()
    positionAt(layer, target, 'center')
  }
  const onOver = (event: PointerEvent) => {
    const target = tipped(event.target)
    if (target === anchor || event.target === layer) return window.clearTimeout(timer)
    window.clearTimeout(timer)
    if (target) timer = window.setTimeout(show, anchor ? 0 : SHOW_AFTER_MS, target)
    else if (anchor) timer = window.setTimeout(hide, HIDE_AFTER_MS)
  }
  const onFocus = (event: FocusEvent) => {
    const target = tipped(event.target)
    window.clearTimeout(timer)
    // A menu or dialog may be opening and moving the focus; no other layer can open at that moment.
    if (target?.matches(':focus-visible')) timer = window.setTimeout(show, 0, target)
    else if (!target) hide()
  }
  const onToggle = (event: Event) => {
    if (event.target !== layer && (event as ToggleEvent).newState === 'open') hide()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) hide()
  }

  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('pointerover', onOver, { signal })
  document.addEventListener('focusin', onFocus, { signal })
  document.addEventListener('keydown', onKey, { signal })
  document.addEventListener('beforetoggle', onToggle, { signal, capture: true })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  return () => {
    listening.abort()
    window.clearTimeout(timer)
  }
}

function tipped(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-tip]') : null
}

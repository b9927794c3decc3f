"use client";

import { useEffect, useRef } from "react";
import { Icon } from "./icon";

/** A search field. `label` is its name and its placeholder; `slash` lets the key `/` bring the reader here from anywhere in the view. */
export function Field(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
  slash?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  useSlash(input, props.slash === true);
  return (
    <label className={props.className ? `field ${props.className}` : "field"}>
      <span className="vh">{props.label}</span>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        placeholder={props.label}
        value={props.value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || props.value === "") return;
          event.preventDefault();
          event.stopPropagation();
          props.onChange("");
        }}
      />
    </label>
  );
}

function useSlash(input: React.RefObject<HTMLInputElement | null>, on: boolean) {
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [input, on]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

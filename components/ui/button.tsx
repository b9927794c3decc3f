import type { ComponentProps } from "react";

/** A bordered button; never submits. */
export function Button({ className, ...rest }: ComponentProps<"button">) {
  return <button type="button" className={className ? `btn ${className}` : "btn"} {...rest} />;
}

/** A square button with a drawing. `label` is what it does. */
export function IconButton({ label, className, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      className={className ? `icon ${className}` : "icon"}
      aria-label={label}
      title={label}
      {...rest}
    />
  );
}

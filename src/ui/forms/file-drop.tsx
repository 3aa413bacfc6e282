import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { joinClassNames } from '../components/format.ts';
import type { IconName } from '../components/icon.tsx';

type OnFile = (file: File | undefined) => void;

/** Takes a file that is dropped on what is in it, or pasted there if `takesPasted`. */
export function FileDrop(props: {
  readonly onFile: OnFile;
  readonly takesPasted?: boolean;
  readonly children: ComponentChildren;
}) {
  const { onFile, takesPasted = false } = props;
  const [isDragging, setDragging] = useState(false);
  return (
    <div
      class={joinClassNames('drop', isDragging && 'over')}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        onFile(event.dataTransfer?.files[0]);
      }}
      onPaste={(event) => {
        const [file] = event.clipboardData?.files ?? [];
        if (!file || !takesPasted) return;
        event.preventDefault();
        onFile(file);
      }}
    >
      {props.children}
    </div>
  );
}

/** A button that chooses a file. */
export function FileButton(props: {
  readonly icon: IconName;
  /** What the button says. */
  readonly children: string;
  /** What the file is, for screen readers. */
  readonly label: string;
  readonly accept: string;
  readonly onFile: OnFile;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        class="hidden"
        type="file"
        tabIndex={-1}
        aria-label={props.label}
        accept={props.accept}
        onChange={({ currentTarget }) => {
          props.onFile(currentTarget.files?.[0]);
          // The same file again is another try.
          currentTarget.value = '';
        }}
      />
      <Button small icon={props.icon} onClick={() => input.current?.click()}>
        {props.children}
      </Button>
    </>
  );
}

#!/usr/bin/env bash
# render.sh NAME [draft]   -> out/NAME.png beside this script
set -e
cd "$(dirname "$0")"; mkdir -p out
n=$1; k=${2:-final}
case $n in
  hero) s=kitchen.py; w=2560; h=1600; p=30;;
  upscale|major|minor) s=kitchen.py; w=2400; h=1500; p=24;;
  thanks) s=scenes.py; w=2560; h=1600; p=24;;
  level) s=scenes.py; w=2560; h=1088; p=24;;
  feasibility|discovery) s=scenes.py; w=1440; h=1080; p=36;;
  design) s=scenes.py; w=1440; h=1080; p=40;;
  heart) s=scenes.py; w=1350; h=1800; p=36;;
  email|plans) s=scenes.py; w=1350; h=1800; p=22;;
  mess) s=scenes.py; w=1350; h=1800; p=24;;
  craft) s=scenes.py; w=1200; h=1500; p=40;;
  *) echo "unknown picture: $n"; exit 1;;
esac
if [ "$k" = draft ]; then blender -b -P $s -- $n out/${n}_draft.png $((w/3)) $((h/3)) 12 '{"model":"rt_hdr_alb_nrm"}'
else blender -b -P $s -- $n out/$n.png $w $h $p; fi | grep -E "BUILD|RENDER|POST|Error|Traceback" | grep -v freed

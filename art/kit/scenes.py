# More pictures made from the kitchen kit. blender -b -P scenes.py -- NAME out.png W H SPP [grade-json]
import sys, os; sys.path.insert(0,os.path.dirname(os.path.abspath(__file__)))
from kitchen import *
T=Matrix.Translation
def RZ(a): return Matrix.Rotation(a,4,'Z')
def RX(a): return Matrix.Rotation(a,4,'X')
class at:
    """with at(matrix): build in a moved local frame"""
    def __init__(s,M): s.M=M
    def __enter__(s): s.o=S.M.copy(); S.M=S.M@s.M
    def __exit__(s,*a): S.M=s.o
def kit(v,**over):
    C=cfg(v); C.update(over); reset(); std_materials(C)
    for n,h,*r in C['paints']: paint(n,h,*(r or [.36]))
    C['counter'](); tilemat('tile',*C['tile']); extra(); return C
def extra():
    simple('yellow','#f0b310',.32,Clearcoat=.6); simple('blade','#f4cf3a',.30,Clearcoat=.4); simple('rubber','#1f2022',.65); simple('graphite','#46474a',.7); simple('tick','#17181a',.6); simple('pencilp','#e0a02e',.30,Clearcoat=.7); simple('pencilwood','#d9b78b',.75); simple('eraser','#d88d88',.7); simple('pagew','#f5f1e7',.88); simple('cover','#2f3a3f',.6); simple('coffeeliq','#2a160c',.08); simple('sheetw','#f7f6f2',.85); simple('ink','#24405f',.8); simple('red','#b8412f',.5); simple('elastic','#b5523a',.7); simple('bluep','#c5d2df',.85)
def clear(x0,x1,y0,y1,z0,z1,types=('MESH','CURVE')):
    bpy.context.view_layer.update()
    for o in list(bpy.data.objects):
        if o.type not in types or o.hide_render or o.name.startswith('sheet'): continue
        b=[o.matrix_world@Vector(c) for c in o.bound_box]; c=o.matrix_world.translation if o.type=='LIGHT' else sum(b,Vector())/8
        if x0<=c.x<=x1 and y0<=c.y<=y1 and z0<=c.z<=z1: bpy.data.objects.remove(o)
def strokes(lines,r,mat,zf=lambda x,y:0.,sub=0,jit=0,seed=1,dbl=False):
    """many thin polylines as one curve object; lines: list of [(x,y),...]"""
    rr=random.Random(seed); cu=bpy.data.curves.new('st','CURVE'); cu.dimensions='3D'; cu.bevel_depth=r; cu.bevel_resolution=1
    for L in (lines+lines if dbl else lines):
        P=[(p[0]+rr.gauss(0,jit),p[1]+rr.gauss(0,jit)) for p in L]; Q=[]
        if sub:
            for a,b in zip(P,P[1:]): Q+=[(a[0]+(b[0]-a[0])*k/sub,a[1]+(b[1]-a[1])*k/sub) for k in range(sub)]
            Q.append(P[-1])
        else: Q=P
        sp=cu.splines.new('POLY'); sp.points.add(len(Q)-1)
        for s,q in zip(sp.points,Q): s.co=(q[0],q[1],zf(*q),1)
    cu.materials.append(m(mat)); o=bpy.data.objects.new('st',cu); link(o); o.matrix_world=S.M.copy(); return o
def rect(x0,y0,x1,y1): return [(x0,y0),(x1,y0),(x1,y1),(x0,y1),(x0,y0)]
def arc(x,y,r,a0=0,a1=6.2832,n=28): return [(x+r*math.cos(a0+(a1-a0)*i/n),y+r*math.sin(a0+(a1-a0)*i/n)) for i in range(n+1)]
def text(s,size,loc,mat,rot=(0,0,0),al='CENTER'):
    cu=bpy.data.curves.new('t','FONT'); cu.body=s; cu.size=size; cu.align_x=al; cu.align_y='CENTER'; cu.materials.append(m(mat)); o=bpy.data.objects.new('t',cu); link(o); o.matrix_world=S.M@T(loc)@Euler(rot).to_matrix().to_4x4(); return o
def grid(nx,ny,f,mat,name='grid',thick=0,sub=0):
    """f(u,v)->(x,y,z)"""
    V=[f(i/nx,j/ny) for j in range(ny+1) for i in range(nx+1)]; F_=[(j*(nx+1)+i,j*(nx+1)+i+1,(j+1)*(nx+1)+i+1,(j+1)*(nx+1)+i) for j in range(ny) for i in range(nx)]
    me=bpy.data.meshes.new(name); me.from_pydata(V,[],F_); me.update(); o=obj(name,me,mat,ang=60)
    if thick: s=o.modifiers.new('s','SOLIDIFY'); s.thickness=thick; s.offset=-1
    if sub: o.modifiers.new('ss','SUBSURF').render_levels=sub
    return o
# ---------- small props ----------
def pencil(x,y,z,rz,mat='pencilp',L=.175):
    r=.0038
    with at(T((x,y,z+r*.9))@RZ(rz)@Matrix.Rotation(math.pi/2,4,'Y')):
        lathe([(0,0),(r,0),(r,L*.80)],(0,0,0),mat,6,ang=20); lathe([(r,L*.80),(.0013,L*.93)],(0,0,0),'pencilwood',18); lathe([(.0013,L*.93),(0,L*.955)],(0,0,0),'graphite',12)
        lathe([(r*1.02,-.001),(r*1.06,-.004),(r*1.0,-.007),(r*1.06,-.010),(r*1.02,-.014)],(0,0,0),'brass',18); lathe([(r*.98,-.013),(r*.95,-.021),(0,-.023)],(0,0,0),'eraser',18)
def mug(x,y,z,mat='ceramicw',rz=0.,r=.042,h=.092,liq='coffeeliq'):
    lathe([(0,0),(r*.78,0),(r*.86,.003),(r*.97,.018),(r,.04),(r,h-.003),(r*.985,h),(r*.95,h-.002),(r*.93,h-.01),(r*.93,.02),(0,.012)],(x,y,z),mat,64); lathe([(0,h*.84),(r*.935,h*.84)],(x,y,z),liq,48)
    with at(T((x,y,z))@RZ(rz)): tube([(r*.96,0,h*.80),(r+.020,0,h*.78),(r+.030,0,h*.52),(r+.018,0,h*.28),(r*.95,0,h*.22)],.0058,mat,16)
def tape(x,y,z,rz,L=.30):
    """tape measure: case at the origin, blade along +x"""
    with at(T((x,y,z))@RZ(rz)):
        box(-.080,-.002,-.019,.019,.001,.070,'yellow',.014,5); box(-.083,.001,-.0165,.0165,.0,.012,'rubber',.005,3); box(-.083,-.060,-.0205,.0205,.014,.073,'rubber',.012,4); box(-.066,-.014,-.0175,.0175,.060,.073,'rubber',.006,3)
        for s in (-1,1): lathe([(0,.0),(.0225,0),(.024,-.001),(.024,-.003)],(-.036,s*.0188,.036),'rubber',40,rot=(-s*math.pi/2,0,0)); lathe([(0,.0012),(.016,.0010),(.0165,0)],(-.036,s*.0192,.036),'steelp',40,rot=(-s*math.pi/2,0,0))
        box(-.022,-.006,-.007,.007,.071,.077,'red',.002,2)
        W=.0125; sag=.0035; zf=lambda v:.0025+sag*(v/W)**2
        grid(2,10,lambda u,v:(-.006+u*(L+.006),(v*2-1)*W,zf((v*2-1)*W)),'blade',thick=.0004)
        B=[]; q=.0254/8; n=int(L/q)
        for i in range(1,n):
            l=.013 if i%8==0 else .008 if i%4==0 else .0045
            for s in ((1,-1) if i%8 else (1,)):
                yy=s*(W-l/2-.0003); B.append(((i*q,yy,zf(yy)+.0003),(.00075 if i%8 else .0011,l,.0004),(math.atan(2*sag*yy/W/W),0,0),0))
        multibox(B,'tick',0)
        for i in range(1,int(L/.0254)+1):
            if i*.0254<L-.006: text(str(i),.0105,(i*.0254-.0068,-.0035,.0034),'tick' if i%12 else 'red')
        box(L-.001,L+.002,-.010,.010,-.004+.004,.010,'steelp',.0008); box(L-.016,L+.001,-.008,.008,.0034,.0042,'steelp',.0003)
def notebook(x,y,z,rz,W=.165,H=.235,t=.013,seed=3):
    zp=lambda u:t*(1-.86*(1-min(1,max(0,u)))**5)*(1-.22*u*u)
    with at(T((x,y,z))@RZ(rz)):
        box(-W-.006,W+.006,-H/2-.005,H/2+.005,0,.0025,'cover',.001)
        for s in (-1,1):
            grid(24,2,lambda u,v:(s*u*W,(v-.5)*H,.0028+zp(u)),'pagew')
            for e in (-.5,.5): grid(24,5,lambda u,v:(s*u*W,e*H,.0028+zp(u)*v),'pagew')
            grid(2,6,lambda u,v:(s*(W+.0006*(1-v)),(u-.5)*H,.0028+zp(1)*v),'pagew')
            strokes([[(s*(W+.0006),-H/2),(s*(W+.0006),H/2)]],.00015,'graphite',lambda a,b:.006)
        zf=lambda a,b:.0029+zp(abs(a)/W)
        A=[]  # right page: a sketch of the range wall in one-point perspective
        ox,oy=.018,-.055; k=1.
        def P(a,b): return (ox+a*k,oy+b*k)
        A+=[[P(.0,.035),P(.032,.058),P(.098,.058),P(.130,.035)],[P(.032,.058),P(.032,.128),P(.098,.128),P(.098,.058)],[P(.032,.128),P(0,.155)],[P(.098,.128),P(.130,.155)]]
        A+=[[P(.055,.128),P(.058,.112),P(.048,.098),P(.048,.094),P(.082,.094),P(.082,.098),P(.072,.112),P(.075,.128)],[P(.032,.078),P(.098,.078)],[P(.052,.078),P(.052,.058)],[P(.078,.078),P(.078,.058)],[P(.055,.074),P(.055,.062),P(.075,.062),P(.075,.074),P(.055,.074)]]
        A+=[[P(.036,.098),P(.036,.122),P(.044,.122),P(.044,.098),P(.036,.098)],[P(.086,.112),P(.096,.112)],[P(.086,.102),P(.096,.102)],[P(.040,.078),P(.040,.058)],[P(.087,.078),P(.087,.058)]]
        A+=[[P(.018,.040),P(.018,.014),P(.100,.014),P(.100,.040)],[P(.012,.046),P(.012,.040),P(.106,.040),P(.106,.046),P(.098,.052),P(.024,.052),P(.012,.046)],[P(.012,.046),P(.106,.046)],[P(.045,.040),P(.045,.014)],[P(.073,.040),P(.073,.014)]]
        for px in (.040,.078): A+=[[P(px,.140),P(px,.084)],[P(px-.008,.078),P(px-.006,.084),P(px+.006,.084),P(px+.008,.078),P(px-.008,.078)]]
        A+=[[P(.100+i*.0035,.016),P(.1035+i*.0035,.030)] for i in range(5)]+[[P(.022+i*.003,.016),P(.025+i*.003,.037)] for i in range(6)]+[[P(.049+i*.003,.098),P(.054+i*.0018,.114)] for i in range(5)]
        strokes(A,.00042,'graphite',zf,6,.0004,seed,True)
        B=[]; bx,by=-W+.022,-.075; Q=lambda a,b:(bx+a,by+b)   # left page: plan and notes
        B+=[rect(*Q(0,0),*Q(.120,.090)),rect(*Q(.004,.004),*Q(.116,.086)),rect(*Q(.004,.070),*Q(.116,.086)),rect(*Q(.036,.028),*Q(.092,.050)),rect(*Q(.050,.072),*Q(.068,.084)),rect(*Q(.084,.070),*Q(.102,.086)),[Q(0,.02),Q(-.0,.045)],arc(*Q(.004,.02),.026,0,1.57,10),[Q(.004,.02),Q(.030,.02)]]
        B+=[arc(*Q(.088+.010*(i%2),.075+.007*(i//2)),.0026,n=10) for i in range(4)]+[arc(*Q(.046+.018*i,.022),.0045,n=10) for i in range(3)]
        B+=[[Q(0,-.010),Q(.120,-.010)],[Q(0,-.014),Q(0,-.006)],[Q(.120,-.014),Q(.120,-.006)],[Q(.130,0),Q(.130,.09)],[Q(.126,0),Q(.134,0)],[Q(.126,.09),Q(.134,.09)]]
        strokes(B,.00042,'graphite',zf,5,.0003,seed+1,True)
        rr=random.Random(seed+5); Wd=[]
        for row in range(5):
            px=bx; yy=by+.142-row*.0098
            while px<bx+.118-.03*(row==4)-.012*(row%2):
                L=rr.uniform(.008,.022); n=int(L/.0011); Wd.append([(px+i*L/n,yy+rr.uniform(-.0016,.0022)+(.003 if rr.random()<.12 else 0)) for i in range(n+1)]); px+=L+.005
        strokes(Wd,.00034,'graphite',zf,2,0,1)
        R2=[]
        for row in range(2):
            px=ox+.004
            while px<ox+.09-.03*row:
                L=rr.uniform(.008,.02); n=int(L/.0011); R2.append([(px+i*L/n,oy-.020-row*.010+rr.uniform(-.0016,.0022)) for i in range(n+1)]); px+=L+.005
        strokes(R2,.00034,'graphite',zf,2,0,1)
        polytube([(.004,-H/2-.002,.012),(.010,-H/2-.018,.004),(.012,-H/2-.045,.0015)],.0016,'elastic')
SUNWIN=dict(xl=-2.5,los=[(-4.3,-3.0,.03,2.3),(-2.75,-1.45,.03,2.3)],tree=None)
# ---------- scenes: each returns (grade) after building and setting the camera ----------
def s_email():
    C=kit('hero',**SUNWIN,sundir=(.80,.44,-.19),sun=11,key=60,fill=44,world=.34); major(C); clear(-.2,.2,-.4,-.05,.9,1.3); clear(-.8,.9,-2.4,-1.9,1.5,2.6,('MESH','CURVE','LIGHT'))
    camera((1.00,-2.68,1.36),lens=37,shift=(0,.012),focus=2.25,fstop=4,yaw=0)
    area((.83,-.26,1.65),(0,0,0),.7,.2,5,(1,.80,.55))
    return dict(ev=.66,power=1.36,sat=1.20,bloom=.025)
def dusk(C):
    """turn the daylight upscale kitchen into evening"""
    for o in bpy.data.objects:
        if o.type!='LIGHT': continue
        l=o.data
        if l.type=='SUN': l.energy=0
        elif l.type=='AREA' and l.color[2]>.95: l.energy*=.16; l.color=(.30,.46,1)
        elif l.type=='AREA' and l.energy>20: l.energy*=1.25; l.color=(1,.72,.46)
        elif l.type=='POINT': l.energy*=9; l.color=(1,.70,.40)
        elif l.type=='SPOT': l.energy*=22; l.color=(1,.74,.46)
        elif l.type=='AREA': l.energy*=3; l.color=(1,.72,.42)
    for k in bpy.data.materials:
        if k.name.startswith('garden'):
            for n in k.node_tree.nodes:
                if n.type=='EMISSION': n.inputs[1].default_value=.80
                if n.type=='MIX_RGB': n.inputs[1].default_value=(*hexc('#5479bd'),1)
                if n.type=='VALTORGB' and n.color_ramp.elements[0].color[1]>n.color_ramp.elements[0].color[0]*1.05 and n.color_ramp.elements[0].color[2]<.6:
                    for e in n.color_ramp.elements: e.color=(e.color[0]*.05,e.color[1]*.07,e.color[2]*.14,1)
        if k.name=='opal':
            for n in k.node_tree.nodes:
                if n.type=='EMISSION': n.inputs[0].default_value=(1,.70,.38,1); n.inputs[1].default_value=6.5
        if k.name=='bulbw':
            for n in k.node_tree.nodes:
                if n.type=='EMISSION': n.inputs[0].default_value=(1,.72,.42,1); n.inputs[1].default_value=9
    w=bpy.context.scene.world.node_tree.nodes['Background']; w.inputs[0].default_value=(.22,.36,.85,1); w.inputs[1].default_value=.07
def candle(x,y,z,r=.032,h=.10):
    lathe([(0,0),(r,0),(r,h-.004),(r-.004,h),(r-.008,h-.004),(0,h-.007)],(x,y,z),'ceramic',40); ball((x,y,z+h+.012),.006,'flame',(1,1,2.4),16); point((x,y,z+h+.03),.5,.01,(1,.55,.22))
def wineglass(x,y,z,fill='wine',lev=.45):
    lathe([(.034,0),(.033,.002),(.006,.005),(.004,.012),(.0038,.085),(.012,.095),(.032,.115),(.040,.145),(.038,.180),(.033,.205)],(x,y,z),'glass',48)
    if fill: lathe([(0,.099),(.012,.0985),(.030,.116),(.0375,.136),(.0375,.140),(0,.140)],(x,y,z),fill,40)
def s_thanks():
    C=kit('upscale'); upscale(C); emit('flame','#ffb860',40); simple('wine','#4a0d16',.08); dusk(C)
    for x in (-.46,.46): area((x,-.075,1.335),(0,0,0),.5,.03,1.6,(1,.72,.42))
    area((-.05,-2.66,.085),(0,0,0),2.7,.04,26,(1,.66,.34)); area((-1.5,-.54,.085),(0,0,0),1.7,.03,9,(1,.66,.34)); area((1.5,-.54,.085),(0,0,0),1.7,.03,9,(1,.66,.34))
    for yy in (-.9,-1.9,-2.8): spot((2.05,yy,2.93),90,80,.04,(1,.74,.46))
    clear(.70,1.15,-2.7,-2.3,.9,1.0)   # the books
    for x,y,h in ((.66,-2.36,.10),(.755,-2.43,.07),(.60,-2.47,.055)): candle(x,y,.92,.03,h)
    camera(**CAM['upscale'])   # the day picture's own camera: the film dissolves one into the other
    return dict(ev=1.2,power=1.26,sat=1.16,bloom=.055,vig=.16)
def s_feasibility():
    C=kit('hero',**SUNWIN,sundir=(.80,.30,-.33),sun=9,key=20,fill=14,world=.20); wood('counteri',('#8a6440','#ad855b','#c7a27a'),'x',rough=.34,contrast=.6,var=0,scale=1.3); major(C); clear(-1.2,1.3,-2.65,-1.7,.93,1.62); z=.92
    notebook(-.04,-2.33,z,.16); pencil(.045,-2.40,z+.0135,1.10); tape(.30,-2.20,z,math.pi+.50,.22); mug(-.14,-2.085,z,'ceramicw',-.5)
    vase_plant(.50,-1.84,z,'ceramic',.22,8,.34,'leaf',seed=5)
    camera((.075,-2.99,1.31),target=(.062,-2.235,.942),lens=46,focus=.80,fstop=2.2)
    return dict(ev=.34,power=1.30,sat=1.18,bloom=.025)
# ---------- plan sheet and samples ----------
def plan_lines():
    """kitchen floor plan in metres/10 units, centred; returns (walls as boxes, heavy, fine)"""
    W=[];Hv=[];Fi=[]
    X0,X1,Y0,Y1=-.26,.20,-.17,.17; t=.011
    def w(a,b,c,d): W.append((min(a,c),max(a,c),min(b,d),max(b,d)))
    w(X0,Y1-t,X0+.10,Y1); w(X0+.22,Y1-t,X1,Y1); w(X0,Y0,X0+t,Y1); w(X1-t,Y0,X1,Y0+.08); w(X1-t,Y0+.17,X1,Y1); w(X0,Y0,X0+.20,Y0+t); w(X0+.29,Y0,X1,Y0+t)
    for k in (0,.5,1): Fi.append([(X0+.10,Y1-t*k),(X0+.22,Y1-t*k)])      # window
    for k in (0,.5,1): Fi.append([(X1-t*k,Y0+.08),(X1-t*k,Y0+.17)])
    Hv.append([(X0+.20,Y0+t),(X0+.20,Y0+.10)]); Fi.append(arc(X0+.20,Y0+t*.9,.09,0,1.5708,16))   # door
    d=.062; Hv.append([(X0+t,Y1-t-d),(X1-t-d,Y1-t-d),(X1-t-d,Y0+.185),(X1-t,Y0+.185)])                                                   # counters
    Fi.append(rect(X0+t+.004,Y1-t-d+.004,X0+t+.075,Y1-t-.004)); Fi.append([(X0+t+.004,Y1-t-d+.004),(X0+t+.075,Y1-t-.004)]); Fi.append([(X0+t+.004,Y1-t-.004),(X0+t+.075,Y1-t-d+.004)])   # fridge
    Fi.append(rect(X0+.125,Y1-t-.05,X0+.195,Y1-t-.012)); Fi.append(rect(X0+.130,Y1-t-.046,X0+.190,Y1-t-.016)); Fi.append(arc(X0+.16,Y1-t-.031,.003,n=12))
    rx=X0+.27; Fi.append(rect(rx,Y1-t-d+.002,rx+.078,Y1-t-.002)); [Fi.append(arc(rx+.022+.034*(i%2),Y1-t-.018-.027*(i//2),r,n=20)) for i in range(4) for r in (.010,.005)]
    Hv.append(rect(-.15,-.055,.075,.030)); Fi.append(rect(-.146,-.051,.071,.026)); [Fi.append(arc(-.105+.067*i,-.075,.0155,n=22)) for i in range(3)]; [Fi.append(arc(-.105+.067*i,-.075,.012,n=22)) for i in range(3)]
    for y,(a,b) in ((Y1+.022,(X0,X1)),(Y1+.040,(X0,X0+.10)),(Y1+.040,(X0+.10,X0+.22)),(Y1+.040,(X0+.22,X1))):
        Fi+= [[(a,y),(b,y)]]+[[(q-.004,y-.004),(q+.004,y+.004)] for q in (a,b)]+[[(q,y-.008),(q,y+.005)] for q in (a,b)]
    for x,(a,b) in ((X0-.022,(Y0,Y1)),): Fi+= [[(x,a),(x,b)]]+[[(x-.004,q-.004),(x+.004,q+.004)] for q in (a,b)]
    for i in range(1,12): 
        xx=X0+t+(X1-X0-2*t)*i/12; 
        for y0,y1 in ((Y0+t+.004,-.10),): Fi.append([(xx,y0),(xx,y1)])
    Fi+=[rect(.235,-.20,.385,.20),[(.235,-.13),(.385,-.13)],[(.235,-.155),(.385,-.155)],[(.31,-.155),(.31,-.20)]]
    # small elevation in the title block
    ex,ey=.245,.06; Fi+=[rect(ex,ey,ex+.13,ey+.10),[(ex,ey+.036),(ex+.13,ey+.036)]]+[[(ex+.13*i/6,ey),(ex+.13*i/6,ey+.036)] for i in range(1,6)]+[rect(ex+.004,ey+.060,ex+.038,ey+.096),rect(ex+.092,ey+.060,ex+.126,ey+.096),[(ex+.021,ey+.06),(ex+.021,ey+.096)],[(ex+.109,ey+.06),(ex+.109,ey+.096)],[(ex+.05,ey+.052),(ex+.053,ey+.064),(ex+.060,ey+.10)],[(ex+.08,ey+.052),(ex+.077,ey+.064),(ex+.070,ey+.10)],[(ex+.05,ey+.052),(ex+.08,ey+.052)]]
    ey=-.09; Fi+=[rect(ex,ey,ex+.13,ey+.10),[(ex,ey+.036),(ex+.13,ey+.036)]]+[[(ex+.13*i/5,ey),(ex+.13*i/5,ey+.036)] for i in range(1,5)]+[rect(ex+.045,ey+.052,ex+.085,ey+.088),[(ex+.065,ey+.052),(ex+.065,ey+.088)]]
    Fi+=[[(.245,-.115-.0055*i),(.245+(.09,.06)[i],-.115-.0055*i)] for i in range(2)]+[[(.245,-.168-.008*i),(.30,-.168-.008*i)] for i in range(4)]+[[(.318,-.168-.008*i),(.375,-.168-.008*i)] for i in range(4)]
    return W,Hv,Fi
def sheet(x,y,z,rz,W=.84,H=.50,roll=.026,turns=1.6,paper='sheetw',ink='ink',sc=1.0,side=-1,lines=True):
    """drawing sheet lying flat, its far left end rolled up"""
    with at(T((x,y,z))@RZ(rz)@Matrix.Scale(sc,4)):
        flat=W-.02; Lr=turns*2*math.pi*roll*.85
        def f(u,v):
            s=u*(flat+Lr); yy=(v-.5)*H
            if s<flat: return (W/2-s,yy,.0012+.0006*math.sin(v*7+u*5))
            a=(s-flat)/roll; rr=roll*(1-.05*a/6.28); return (W/2-flat-rr*math.sin(a),yy,.0012+roll-rr*math.cos(a))
        grid(160,6,f,paper,thick=.0003)
        if not lines: return
        Wl,Hv,Fi=plan_lines(); zz=.0022
        multibox([(((a+b)/2,(c+d)/2,zz),(b-a,d-c,.0006),(0,0,0),0) for a,b,c,d in Wl],ink,0); strokes(Hv,.00085,ink,lambda a,b:zz); strokes(Fi,.0005,ink,lambda a,b:zz)
        for s,sz,px,py in (('KITCHEN',.016,.31,-.142),("ISLAND",.009,-.04,-.012),("16'-4\"",.010,-.03,.200),('A-101',.018,.347,-.178)): text(s,sz,(px,py,zz+.0004),ink)
def tube_roll(x,y,z,rz,L=.6,r=.024,mat='sheetw',band=None):
    """a rolled drawing lying on the table"""
    with at(T((x,y,z+r))@RZ(rz)):
        n=60; turns=3.2
        grid(n,2,lambda u,v:((v-.5)*L,(r*(1-.30*u))*math.cos(turns*6.283*u+2.6),(r*(1-.30*u))*math.sin(turns*6.283*u+2.6)),mat,thick=.0004)
        if band:
            for q in (-.18,.18): lathe([(r+.0008,-.004),(r+.0012,0),(r+.0008,.004)],(q*L,0,0),band,40,rot=(0,math.pi/2,0))
def chip(x,y,z,rz,hexcol,name,W=.070,H=.105):
    nm='chip'+hexcol; simple(nm,hexcol,.55) if nm not in MAT else 0
    with at(T((x,y,z))@RZ(rz)):
        box(-W/2,W/2,-H/2,H/2,0,.0011,'sheetw',.0003); box(-W/2+.0015,W/2-.0015,-H/2+.026,H/2-.0015,.0009,.0014,nm,0)
        text(name,.0085,(-W/2+.006,-H/2+.016,.0013),'tick',al='LEFT'); text('No. %d'%(100+len(name)*37),.0055,(-W/2+.006,-H/2+.0075,.0013),'graphite',al='LEFT')
def door_sample(x,y,z,rz,mat,W=.25,H=.33,knob=True):
    with at(T((x,y,z+.020))@RZ(rz)@RX(-math.pi/2)):
        shaker(-W/2,W/2,-H/2,H/2,.020,mat,rail=.052); 
        if knob: pull(W/2-.028,0,H/2-.060,'knob','brass',True)
def samples(x,y,z,rz=0):
    with at(T((x,y,z))@RZ(rz)):
        box(-.075,.075,-.075,.075,0,.014,'marbleS',.0015,2)
def s_design():
    C=kit('hero'); world((.93,.95,1.0),.30); extra2()
    box(-1.4,1.4,-1.2,1.2,-.04,0,'tabletop',.003); 
    sheet(.06,.05,0,.10)
    door_sample(.268,-.185,.002,-.16,'sage',.165,.205)
    with at(T((-.262,-.100,.001))@RZ(.22)): box(-.07,.07,-.07,.07,0,.013,'marbleS',.0015,2)
    with at(T((-.190,-.195,.0015))@RZ(-.18)): box(-.065,.065,-.065,.065,0,.012,'stone2',.0012,2)
    with at(T((-.035,-.245,.0015))@RZ(.06)): box(-.075,.075,-.034,.034,0,.015,'oakx',.0015,2)
    with at(T((-.020,-.225,.017))@RZ(.34)): box(-.07,.07,-.032,.032,0,.014,'walnutx',.0015,2)
    for i,(h,nm) in enumerate((('#a9b8a6','SAGE'),('#4d6478','SLATE BLUE'),('#c98f6c','TERRACOTTA'))): chip(.062+.040*i,-.130-.016*i,.0030+.0013*i,.32-.26*i,h,nm)
    with at(T((-.235,.125,.0025))@RZ(.5)):
        multibox([((0,0,.006),(.098,.098,.010),(.0,0,0),.3),((.012,.006,.017),(.098,.098,.010),(.02,.01,.25),.9)],'tile',.0015,2)
    with at(T((-.105,-.140,.0018))@RZ(-.5)): lathe([(0,0),(.007,0),(.005,.012),(.006,.016),(.0155,.020),(.016,.026),(.012,.030),(0,.031)],(0,0,0),'brass',40)
    with at(T((.245,.03,.0022))@RZ(.65)@RX(-math.pi/2)): pull(0,0,0,'bar','brass',True,.15)
    pencil(.0,.115,.003,-.30)
    # light: window sun with mullions and a branch out of frame
    sun((.75,-.42,-.62),9.0,angle=1.1); area((-1.6,1.2,1.5),(math.radians(-52),0,math.radians(-128)+math.pi/2*0),1.6,1.6,26,(.92,.96,1)); area((1.4,-1.2,1.3),(math.radians(45),0,math.radians(45)),1.4,1.4,7,(1,.94,.86))
    for i in range(2): box(-2.2,-.7,.62+.0,.66,.60+.62*i*0+.5*i,.62+.5*i,'black',0)
    vase_plant(-.62,.52,.02,'ceramic',.20,9,.50,'leaf',seed=5,spread=.9)
    camera((.045,-.77,.74),target=(.042,-.028,.0),lens=47,focus=.98,fstop=3.2)
    return dict(ev=.42,power=1.36,sat=1.16,bloom=.02)
def extra2():
    marble('marbleS','#f0ede7','#77726d','#a98a58',.12,3.2,1.1); quartz('stone2','#5b5f60','#7d8284',.30); simple('sage','#a9b8a6',.36); wood('tabletop',('#a5855f','#bd9b73','#cfb08a'),'x',rough=.40,contrast=.55,var=0,scale=1.0)
# ---------- opened wall ----------
def cutwall(x0,x1,z0,z1,hole,y,th,mat,edge):
    """board in the xz plane with an irregular hole (filled 2D curve, extruded)"""
    cu=bpy.data.curves.new('cw','CURVE'); cu.dimensions='2D'; cu.fill_mode='BOTH'; cu.extrude=th/2
    for P in ([(x0,z0),(x1,z0),(x1,z1),(x0,z1)],hole):
        sp=cu.splines.new('POLY'); sp.points.add(len(P)-1); sp.use_cyclic_u=True
        for s,q in zip(sp.points,P): s.co=(q[0],q[1],0,1)
    cu.materials.append(m(mat)); o=bpy.data.objects.new('cw',cu); link(o); o.matrix_world=S.M@T((0,y+th/2,0))@RX(math.pi/2); return o
def jag(P,step,amp,seed):
    r=random.Random(seed); Q=[]
    for a,b in zip(P,P[1:]+P[:1]):
        L=math.dist(a,b); n=max(1,int(L/step)); nx,ny=-(b[1]-a[1])/L,(b[0]-a[0])/L; w=0
        for i in range(n):
            t=(i+(r.uniform(-.3,.3) if i else 0))/n; w=w*.55+r.gauss(0,amp); w=max(-amp*2.2,min(amp*2.2,w)); d=w if i else 0; Q.append((a[0]+(b[0]-a[0])*t+nx*d,a[1]+(b[1]-a[1])*t+ny*d))
    return Q
def cloth(f0,nx,ny,mat='dust',seed=1,amp=.03,th=.002,sub=1,sc=1.0):
    """wrinkled cloth over the height field f0(u,v)->(x,y,z): ridged noise folds"""
    from mathutils import noise
    def f(u,v):
        x,y,z=f0(u,v); p=Vector((x*sc,y*sc,seed*3.7)); q=p+Vector((noise.noise(p*1.1),noise.noise(p*1.1+Vector((5,2,0))),0))*.5
        rid=lambda p:(1-abs(noise.noise(p)))**3
        h=amp*(1.0*rid(q*2.0)+.55*rid(q*4.3+Vector((9,1,0)))+.25*rid(q*9+Vector((3,7,0)))-.75); return (x,y,max(z+h,.004))
    return grid(nx,ny,f,mat,thick=th,sub=sub)
def worklamp(x,y,z,rz,tilt=.25,on=8):
    """flood lamp on a short stand, shining along local +y"""
    with at(T((x,y,z))@RZ(rz)):
        for s in (-1,1): polytube([(s*.13,-.10,.012),(s*.13,.10,.012)],.010,'rubber'); polytube([(s*.13,0,.012),(s*.125,0,.20)],.010,'yellow')
        polytube([(-.13,-.06,.012),(.13,-.06,.012)],.009,'yellow')
        with at(T((0,0,.21))@RX(tilt)):
            box(-.11,.11,-.045,.02,-.08,.08,'yellow',.012,3); box(-.115,.115,.02,.034,-.085,.085,'rubber',.008,3); box(-.098,.098,.0335,.0365,-.068,.068,'ledon',.002)
            for i in range(7): box(-.09+.027*i,-.082+.027*i,-.060,-.042,-.06,.06,'rubber',.001)
            polytube([(-.06,-.03,.085),(-.06,-.03,.12),(.06,-.03,.12),(.06,-.03,.085)],.008,'rubber')
            l=area((0,0,0),(0,0,0),.19,.13,on,(1,.82,.58)); l.matrix_world=S.M@T((0,.04,0))@Matrix.Rotation(math.pi/2,4,'X')
def s_discovery():
    C=kit('hero'); 
    plaster('oldwall','#d9d3c6',.12); simple('gyps','#e9e6df',.95); simple('paperback','#b9a98c',.9); metal('copperp','#c67f55',.20); simple('romex','#f1c232',.45); simple('romexw','#eceae4',.45); simple('bluebox','#2f66b0',.42); simple('dust','#ebe6da',.9); simple('wireb','#1d1d1d',.4); simple('wirew','#ededed',.4); simple('wirec','#c98250',.3,Metallic=1.0); emit('ledon','#ffe2b0',18); simple('tapeb','#2e7fc0',.6)
    wood('studz',('#a98458','#c9a778','#dcc39b'),'z',rough=.75,contrast=.9,var=.22,scale=1.2); wood('studx',('#a98458','#c9a778','#dcc39b'),'x',rough=.75,contrast=.9,var=.22,scale=1.2); wood('osb',('#8a6a45','#a98659','#bd9c6e'),'x',rough=.85,contrast=1.1,var=0,scale=2.5)
    k=N('dustc'); nn=k.noise(k.coord(rnd=False),3,3); k.P(Base_Color=k.mix(nn.outputs[0],hexc('#e4dfd3'),hexc('#f2efe8')),Roughness=.95,Specular=.1,Sheen=.2)
    k=N('batt'); nn=k.noise(k.coord((1,1,1),rnd=False),55,5,.7); nl=k.noise(k.coord((1,1,.6),rnd=False),6,3,.6); k.P(Base_Color=k.mix(k.math('MULTIPLY_ADD',nn.outputs[0],.35,k.math('MULTIPLY',nl.outputs[0],.6)),hexc('#c98d84'),hexc('#edc0b6')),Roughness=1.0,Specular=.0,Sheen=.4); k.bump(k.math('ADD',nl.outputs[0],k.math('MULTIPLY',nn.outputs[0],.25)),.8,.03)
    # structure: studs every 406 mm, plates, back of the outer sheathing
    H=2.44
    for i in range(-4,6): x=i*.406+.03; box(x-.019,x+.019,.014,.103,.04,H,'studz',.002)
    box(-2,2.4,.012,.103,0,.04,'studx',.002); box(-2,2.4,.106,.12,0,H,'osb',0)
    box(.436+.020,.842-.020,.030,.10,.055,H,'batt',.02,3)                # one bay still insulated
    for xx in (.03,.436,-.376): 
        if xx!=.436: box(xx+.02,xx+.386,.016,.10,1.38,1.418,'studx',.002) if xx<0 else None
    hole=jag([(-.50,.40),(.27,.375),(.285,.56),(.70,.55),(.725,1.50),(.10,1.53),(.085,1.66),(-.335,1.64),(-.345,1.12),(-.515,1.10)],.022,.0042,4)
    cutwall(-2.2,2.6,-.05,H+.1,hole,0,.0127,'gyps','gyps'); cutwall(-2.2,2.6,-.05,H+.1,jag(hole[::3],.014,.0022,9),-.0012,.0012,'oldwall','gyps')
    box(-2.2,2.6,-.016,-.0012,0,.11,'trimwhite',.003)
    # copper: hot and cold riser with elbow and valve
    for px,top in ((-.255,2.3),(-.175,2.3)): polytube([(px,.058,.0),(px,.058,top)],.0111,'copperp')
    for zz in (.62,1.34): 
        for px in (-.255,-.175): lathe([(.0111,-.022),(.0135,-.021),(.0138,0),(.0135,.021),(.0111,.022)],(px,.058,zz),'copperp',32)
    tube([(-.175,.058,.98),(-.150,.056,.98),(-.10,.050,.98),(-.02,.045,.98)],.0111,'copperp'); lathe([(.0111,-.024),(.0142,-.022),(.0145,0),(.0142,.022),(.0111,.024)],(-.175,.058,.98),'copperp',32); lathe([(.0111,-.02),(.0135,-.019),(.0138,.019),(.0111,.02)],(-.085,.049,.98),'brass',32,rot=(0,math.pi/2,0)); cyl(-.085,.020,.965,.995,.006,'brass',rot=(math.pi/2,0,0)); lathe([(.004,0),(.019,.0),(.021,.004),(.019,.008),(.004,.008)],(-.085,.004,.98),'red',28,rot=(math.pi/2,0,0))
    # cable through drilled studs to a blue box
    def cab(P,mt): tube(P,.0052,mt,16)
    cab([(-.9,.062,1.20),(-.376,.060,1.235),(-.10,.036,1.205),(.03,.058,1.22),(.16,.034,1.20),(.27,.042,1.12),(.342,.050,1.035),(.352,.052,.985)],'romex'); cab([(.375,.052,.985),(.372,.046,1.06),(.345,.046,1.25),(.365,.044,1.45),(.36,.05,1.75)],'romexw')
    with at(T((.366,.0,.90))):
        for a,b,c,d in ((-.035,-.032,-.05,.05),(.032,.035,-.05,.05),(-.035,.035,-.05,-.047),(-.035,.035,.047,.05)): box(a,b,.0,.075,c,d,'bluebox',.001)
        box(-.035,.035,.072,.075,-.05,.05,'bluebox',0)
        for i,mt in enumerate(('wireb','wirew','wirec')): tube([(-.012+.012*i,.06,.03),(-.016+.014*i,.02,.02),(-.02+.018*i,-.03,.005-.008*i),(-.018+.016*i,-.045,-.028)],.0016,mt,12)
    for zz in (1.218,): 
        for x in (.03,-.376): lathe([(0,0),(.010,0)],(x-.0195,.058,zz),'wireb',20,rot=(0,math.pi/2,0))
    for i in range(9): lathe([(0,0),(.0042,0),(.003,.0015),(0,.002)],(.03,.013-.0,.45+.13*i),'graphite',16,rot=(math.pi/2,0,0))
    # floor, dust sheet, rubble, lamp
    planks(-2.2,2.6,-3.4,0,.13,1.6,'floor','x'); cloth(lambda u,v:(-1.5+u*3.2,-1.75+v*1.72,.010),150,90,'dustc',2,.045)
    r=random.Random(4)
    for i in range(26):
        x,y=r.gauss(.08,.36),-.13-abs(r.gauss(0,.13)); s=r.choice([.015,.02,.03,.05,.08,.11]); P=[(s*(.6+.6*r.random())*math.cos(a),s*(.6+.6*r.random())*math.sin(a)) for a in [k*6.28/6+r.uniform(-.3,.3) for k in range(6)]]
        cu=bpy.data.curves.new('ch','CURVE'); cu.dimensions='2D'; cu.fill_mode='BOTH'; cu.extrude=.006; sp=cu.splines.new('POLY'); sp.points.add(5); sp.use_cyclic_u=True
        for q,p in zip(sp.points,P): q.co=(*p,0,1)
        cu.materials.append(m(r.choice(['gyps','gyps','oldwall']))); o=bpy.data.objects.new('ch',cu); link(o); o.matrix_world=T((x,y,.045+r.random()*.02))@Euler((r.gauss(0,.25),r.gauss(0,.25),r.random()*6)).to_matrix().to_4x4()
    # the cut-out piece leaning on the wall
    P=jag([(-.19,-.27),(.19,-.26),(.18,.27),(-.18,.25)],.02,.004,12); cu=bpy.data.curves.new('lp','CURVE'); cu.dimensions='2D'; cu.fill_mode='BOTH'; cu.extrude=.0062; sp=cu.splines.new('POLY'); sp.points.add(len(P)-1); sp.use_cyclic_u=True
    for q,p in zip(sp.points,P): q.co=(*p,0,1)
    cu.materials.append(m('oldwall')); o=bpy.data.objects.new('lp',cu); link(o); o.matrix_world=T((-.83,-.115,.30))@Euler((math.radians(74),.05,-.06)).to_matrix().to_4x4()
    worklamp(.78,-.60,.045,.58,.34,58)
    D=[(-.60,.33),(.80,.33),(.80,1.72),(-.60,1.72)]; L=[]
    for a,b in zip(D,D[1:]+D[:1]):
        n=int(math.dist(a,b)/.055); L+=[[(a[0]+(b[0]-a[0])*i/n,a[1]+(b[1]-a[1])*i/n),(a[0]+(b[0]-a[0])*(i+.62)/n,a[1]+(b[1]-a[1])*(i+.62)/n)] for i in range(n)]
    with at(T((0,-.0022,0))@RX(math.pi/2)): strokes(L,.0016,'graphite')
    with at(T((-.93,-.0012,1.18))): box(-.036,.036,-.006,0,-.058,.058,'trimwhite',.003,3); [box(-.017,.017,-.008,-.005,c-.018,c+.018,'ceramicw',.003,2) for c in (-.026,.026)]
    world((.55,.66,.9),.10); area((-2.3,-2.2,1.9),(math.radians(62),0,math.radians(-48)),1.4,1.4,17,(.74,.87,1)); area((.2,-2.9,2.1),(math.radians(55),0,0),2,1.2,4,(1,.93,.85))
    camera((-.40,-2.54,1.12),target=None,lens=34,shift=(.0,-.112),focus=2.45,fstop=4,yaw=-11.5)
    return dict(ev=.70,power=1.36,sat=1.20,bloom=.045,vig=.14)
# ---------- spirit level ----------
def level(x,y,z,rz,L=.42):
    simple('vial','#8fc91e',.06,Emission=(*hexc('#86c41a'),1),Emission_Strength=.28,Clearcoat=1.0) if 'vial' not in MAT else 0
    simple('bubble','#f2fbc4',.05,Emission=(*hexc('#eefab8'),1),Emission_Strength=.6,Clearcoat=1.0); glass('acryl','#f3fbf6'); simple('lvlbody','#f2b20d',.30,Clearcoat=.7)
    h=.050; w=.021; wv=.036     # half-width of the vial window
    with at(T((x,y,z))@RZ(rz)):
        def seg(a,b):
            box(a,b,-w/2,w/2,0,.0085,'lvlbody',.0015,2); box(a,b,-w/2,w/2,h-.0085,h,'lvlbody',.0015,2); box(a,b,-.0035,.0035,.008,h-.008,'lvlbody',.0005)
        seg(-L/2,-wv); seg(wv,L/2); box(-wv-.001,wv+.001,-w/2,w/2,0,.0085,'lvlbody',.0015,2)
        for s in (-1,1):
            box(s*wv-.005,s*wv+.005,-w/2,w/2,.006,h,'lvlbody',.0025,3); box(s*(L/2-.004)-.006,s*(L/2-.004)+.006,-w/2-.0012,w/2+.0012,-.0,h+.0012,'rubber',.003,3)
        for q in (-.145,.145):   # end vials in round windows
            lathe([(.0195,-.006),(.0215,-.0065),(.0225,0),(.0215,.0065),(.0195,.006)],(q,0,h/2),'rubber',48,rot=(math.pi/2,0,0)); lathe([(0,-.004),(.0195,-.004)],(q,0,h/2),'sheetw',48,rot=(math.pi/2,0,0)); cyl(q,-.0065,h/2-.016,h/2+.016,.0050,'vial',32); [cyl(q,-.0065,h/2+d-.0004,h/2+d+.0004,.0053,'tick',32) for d in (-.005,.005)]
        # centre vial: acrylic block with the green tube
        zc=h-.014; cyl(0,0,-wv+.004,wv-.004,.0082,'vial',48) if 0 else None
        lathe([(0,-wv+.005),(.0078,-wv+.006),(.0086,0),(.0078,wv-.006),(0,wv-.005)],(0,0,zc),'vial',48,rot=(0,math.pi/2,0))
        ball((.0006,-.0032,zc+.0042),.0056,'bubble',(2.0,.85,.74),40)
        for d in (-.0135,.0135): lathe([(.0080,-.0005),(.0090,-.0005),(.0090,.0005),(.0080,.0005)],(d,0,zc),'tick',48,rot=(0,math.pi/2,0))
        box(-wv+.004,wv-.004,-w/2+.003,w/2-.003,.0085,zc-.010,'lvlbody',.001)
        for q in (-.082,.082): text('TRUE',.017,(q,-.00365,h/2-.0),'tick',(math.pi/2,0,0))
        B=[]; 
        for i in range(int(L/.005)-2):
            xx=-L/2+.012+i*.005; l=.006 if i%10==0 else .0035
            if abs(xx)>wv+.006: B.append(((xx,-w/2-.0001,h-.0005-l/2),(.0006,.0004,l),(0,0,0),0))
        multibox(B,'tick',0)
def s_level():
    C=kit('hero',**SUNWIN,sundir=(.80,.33,-.33),sun=10,key=26,fill=16,world=.24); marble('counteri','#efece6','#8f8983','#b59a6c',.16,1.5,.9); major(C); clear(-1.2,1.3,-2.65,-1.7,.93,1.5); z=.92
    level(-.03,-2.56,z,.025); pencil(.225,-2.50,z,.55); vase_plant(.52,-2.0,z,'ceramic',.24,9,.36,'leaf',seed=5); bowl(-.55,-1.98,z,'ceramicw',.15,.08); fruit(-.55,-1.98,z+.01,.12,['lemon','lemon','lime'],7)
    camera((.02,-3.42,1.118),target=(.012,-2.55,.964),lens=53,focus=.87,fstop=2.3)
    return dict(ev=.40,power=1.36,sat=1.18,bloom=.03)
# ---------- table scenes: chairs, breakfast, dust sheets ----------
def chair(x,y,rz,mat='chairw',seat='oakx'):
    """spindle-back chair facing local +y"""
    with at(T((x,y,0))@RZ(rz)):
        obj('seat',boxmesh(.43,.42,.034),seat,T((0,0,.445)),.014,4)
        for sx in (-1,1):
            polytube([(sx*.17,.16,.43),(sx*.20,.195,0)],.016,mat); polytube([(sx*.165,-.165,.43),(sx*.195,-.225,0)],.016,mat)
            tube([(sx*.18,-.175,.45),(sx*.19,-.215,.65),(sx*.195,-.270,.86)],.013,mat,10); polytube([(sx*.188,.18,.16),(sx*.183,-.20,.18)],.009,mat)
        for i in range(5): q=-.12+.06*i; tube([(q,-.180,.455),(q*1.05,-.222,.65),(q*1.08,-.268-.012*(1-abs(q)/.12),.835)],.0068,mat,10)
        grid(16,4,lambda u,v:((u-.5)*.44,-.264-.020*math.sin(u*math.pi),.815+v*.062),mat,thick=.020,sub=2); polytube([(-.185,-.01,.17),(.185,-.01,.17)],.009,mat)
def croissant(x,y,z,rz,s=1.0):
    n=9
    with at(T((x,y,z))@RZ(rz)@Matrix.Scale(s,4)):
        for i in range(n):
            t=(i-(n-1)/2)/((n-1)/2); a=t*1.25; r=.052; k=(1-abs(t)**1.7*.74); ball((r*math.sin(a)*1.05,-r*math.cos(a)+r,.026*k),.026*k,'crust',(.62,1.0,.98),28,(0,0,a))
def daisy(x,y,z,d,mat,leaf,r):
    q=Vector(d).normalized().to_track_quat('Z','Y').to_matrix().to_4x4(); M=T((x,y,z))@q
    with at(M): ball((0,0,.002),.0075,'lemon',(1,1,.55),20)
    for ring,(n,el,sc) in enumerate(((11,.15,1.0),(9,.55,.82))):
        for i in range(n):
            o=bpy.data.objects.new('petal',leaf[mat]); link(o); o.matrix_world=S.M@M@RZ(6.283*i/n+ring*.3+r.uniform(-.1,.1))@RX(el+r.uniform(-.1,.1))@T((0,.005,0))@Matrix.Scale(sc*r.uniform(.9,1.1),4)
def bouquet(x,y,z,seed=4,n=13,h=.17,vase='ceramicw',mats=('petalw','petalp','petaly'),L=.20):
    r=random.Random(seed); lathe([(0,0),(.040,0),(.052,.02),(.056,.06),(.048,.11),(.036,.14),(.040,h),(.036,h),(.032,.14),(0,.13)],(x,y,z),vase,56); lf={}
    for k in mats: me=leafmesh(.030,.0085,.004); me.materials.append(m(k)); [setattr(p,'use_smooth',True) for p in me.polygons]; lf[k]=me
    gl=leafmesh(.055,.011,.010); gl.materials.append(m('leaf2')); [setattr(p,'use_smooth',True) for p in gl.polygons]
    for i in range(n):
        a=2.4*i; sp=.10+.55*(i/n)**.5; d=Vector((math.cos(a)*sp,math.sin(a)*sp,1)).normalized(); l=L*r.uniform(.75,1.15)*(1.1-.25*i/n); b=Vector((x,y,z+h-.02)); e=b+d*l
        tube([tuple(b),tuple(b+d*l*.5+Vector((0,0,.006))),tuple(e)],.0017,'stem2',6); daisy(*e,d+Vector((0,-.35,.1)),mats[i%len(mats)],lf,r)
        for k in range(2):
            q=b+d*l*r.uniform(.25,.7); dd=(d+Vector((r.uniform(-1,1),r.uniform(-1,1),.2))).normalized(); o=bpy.data.objects.new('lf',gl); link(o); o.matrix_world=S.M@T(q)@dd.to_track_quat('Y','Z').to_matrix().to_4x4()
def tumbler(x,y,z,fill='juice',r=.033,h=.115,lev=.74):
    lathe([(0,.001),(r*.84,.0),(r*.88,.003),(r,h)],(x,y,z),'glass',48); lathe([(r-.0008,h-.0006),(r,h+.0004),(r+.0006,h-.0006)],(x,y,z),'glassrim',48)
    if fill: lathe([(0,.0105),(r*.83,.0105),(r*(.83+.14*lev),h*lev),(0,h*lev)],(x,y,z),fill,40)
def plate(x,y,z,mat='ceramicw',r=.135): lathe([(0,0),(r*.58,0),(r*.60,.003),(r*.70,.006),(r*.97,.017),(r,.0185),(r*.985,.0205),(r*.70,.0095),(r*.60,.0062),(0,.006)],(x,y,z),mat,72)
def fork(x,y,z,rz,L=.19,kind='fork'):
    with at(T((x,y,z+.002))@RZ(rz)):
        tube([(0,-L/2,.001),(0,-L*.1,.002),(0,L*.18,.006)],.0026,'steelp',8)
        if kind=='fork':
            box(-.0105,.0105,L*.18,L*.30,.004,.006,'steelp',.0008); [box(-.0105+.0058*i,-.0075+.0058*i,L*.29,L*.5,.004,.0055,'steelp',.0006) for i in range(4)]
        else: grid(10,3,lambda u,v:((v-.5)*.018*(1-.45*u**3),L*.10+u*L*.42,.004+.001*math.sin(u*3)),'steelp',thick=.0012)
def napkin(x,y,z,rz,mat='linenblue',w=.10,h=.20):
    with at(T((x,y,z))@RZ(rz)):
        for i in range(3): grid(14,20,lambda u,v:((u-.5)*w*(1-.03*i),(v-.5)*h*(1-.02*i),.001+.0028*i+.0016*math.sin(u*5+v*3+i)),mat,thick=.0018)
def loaf(x,y,z,rz):
    with at(T((x,y,z))@RZ(rz)):
        ball((0,0,.040),.075,'crust',(1.65,.85,.72),48)
        for i in range(4): ball((-.075+.05*i,0,.082-.006*abs(i-1.5)),.028,'crumb',(.28,1.35,.42),24,(0,0,.45))
def breakfast_mats():
    k=N('crust'); v=k.coord(rnd=True); n=k.noise(v,22,4); k.P(Base_Color=k.ramp(n.outputs[0],[(.30,hexc('#9a5a20')),(.52,hexc('#c98a3d')),(.72,hexc('#e6bb74'))]),Roughness=.42,Specular=.4,Clearcoat=.25); k.bump(n.outputs[0],.5,.003)
    simple('crumb','#efd9ab',.8); simple('glassrim','#e9f0f0',.05,Clearcoat=1.0); simple('juice','#f59a1b',.12,Emission=(*hexc('#f08a10'),1),Emission_Strength=.18); simple('jam','#7c1420',.10); simple('butter','#f3dd93',.4); simple('petalw','#faf6ee',.6); simple('petalp','#e79a94',.6); simple('petaly','#f3cf72',.6); simple('chairw','#f1eee7',.4); simple('milk','#f8f5ee',.2); simple('plateb','#c9d3d3',.16)
def minor_table(C,keep=False):
    """minor kitchen with the table cleared; returns table centre and height"""
    minor(C); clear(-1.9,.15,-3.1,-1.55,.005,1.6) if not keep else 0
    tx,ty=-.98,-2.10; R_=.56; lathe([(0,.725),(R_-.015,.725),(R_,.733),(R_,.745),(R_-.010,.752),(0,.752)],(tx,ty,0),'tabletop',96); lathe([(0,0),(.27,0),(.265,.02),(.06,.05),(.045,.12),(.045,.66),(.11,.72),(0,.725)],(tx,ty,0),'trimwhite',56); return tx,ty,.752
def s_heart():
    C=kit('minor'); extra2(); breakfast_mats(); tx,ty,z=minor_table(C)
    chair(tx+.60,ty-.42,math.radians(58),seat='oakx'); chair(tx-.30,ty+.80,math.radians(180+12)); chair(tx-.62,ty-.52,math.radians(-48))
    for a,mt in ((-.62,'plateb'),(-2.25,'plateb'),(1.75,'plateb')):
        px,py=tx+.345*math.cos(a),ty+.345*math.sin(a); plate(px,py,z,'ceramicw',.135); plate(px,py,z+.012,mt,.095); ra=a+math.pi/2
        q=lambda d,e:(px+d*math.cos(ra)+e*math.cos(a),py+d*math.sin(ra)+e*math.sin(a))
        napkin(*q(-.185,0),z,ra,'linenblue',.085,.17); fork(*q(-.185,0),z+.010,a+math.pi/2,.17); fork(*q(.165,0),z,a+math.pi/2,.18,'knife'); tumbler(*q(.17,-.12),z)
    croissant(tx+.345*math.cos(-.62),ty+.345*math.sin(-.62)+.01,z+.022,.7,1.05); croissant(tx+.345*math.cos(-2.25),ty+.345*math.sin(-2.25)+.01,z+.022,2.2,1.05)
    box(tx-.36,tx-.04,ty-.06,ty+.12,z,z+.016,'walnutx',.006,3,rot=(0,0,.35)); croissant(tx-.27,ty-.02,z+.018,.4); croissant(tx-.17,ty+.055,z+.018,-.6); croissant(tx-.20,ty+.0,z+.052,1.6,.95); loaf(tx+.0,ty+.30,z,.3) if 0 else None
    bouquet(tx+.06,ty+.12,z,n=15); 
    lathe([(0,0),(.026,0),(.029,.004),(.029,.052),(.026,.058),(.026,.066),(.0,.067)],(tx+.17,ty+.22,z),'jam',40); cyl(tx+.17,ty+.22,z+.060,z+.074,.030,'linenwhite',40); plate(tx+.02,ty-.17,z,'ceramicw',.065); box(tx-.015,tx+.055,ty-.185,ty-.150,z+.007,z+.036,'butter',.004,3)
    mug(tx+.14,ty-.06,z,'ceramicw',-.9,.040,.085)
    relight(1.25,.55); camera((.10,-3.70,1.52),target=(tx+.07,ty+.06,.92),lens=39,focus=2.0,fstop=3.0)
    return dict(ev=.74,power=1.34,sat=1.20,wb=[1.012,1.0,.98],bloom=.03)
def dim_garden(k):
    """less light from the garden seen through the windows: more colour, no white-out"""
    for mt in bpy.data.materials:
        if mt.name.startswith('garden'):
            for n in mt.node_tree.nodes:
                if n.type=='EMISSION': n.inputs[1].default_value*=k
def relight(sunk,fillk):
    for o in bpy.data.objects:
        if o.type=='LIGHT' and o.data.type=='SUN': o.data.energy*=sunk
        elif o.type=='LIGHT' and o.data.type=='AREA' and o.location.y<-5: o.data.energy*=fillk
def s_plans():
    C=kit('minor'); extra2(); breakfast_mats(); tx,ty,z=minor_table(C)
    chair(tx+.10,ty-.74,math.radians(-14)); chair(tx-.72,ty+.32,math.radians(-112))
    with at(T((tx,ty,z))@RZ(1.42)):
        sheet(.05,-.03,0,.10,sc=.94); tube_roll(-.02,.335,0,.14,.60,.027,'sheetw','elastic'); tube_roll(.05,.405,0,.06,.46,.022,'bluep','elastic'); pencil(.02,-.02,.003,.5)
        for i,(h,nm) in enumerate((('#a9b8a6','SAGE'),('#4d6478','SLATE BLUE'),('#c98f6c','TERRACOTTA'))): chip(-.13+.055*i,-.335-.010*i,.003+.0014*i,.42-.28*i,h,nm)
        with at(T((.155,-.36,0.003))@RZ(.3)): box(-.055,.055,-.055,.055,0,.013,'marbleS',.0015,2)
        with at(T((.235,-.27,.003))@RZ(-.5)): box(-.07,.07,-.03,.03,0,.015,'walnutx',.0015,2)
        with at(T((.07,-.395,.0))): lathe([(0,0),(.007,0),(.005,.012),(.006,.016),(.0155,.020),(.016,.026),(.012,.030),(0,.031)],(0,0,0),'brass',40)
        mug(.42,.10,0,'ceramicw',-.3)
    S.M=T((-2.15,0,0))@RZ(math.pi/2); S.M=Matrix.Identity(4)
    dim_garden(.42); relight(1.1,.9); camera((.86,-2.80,1.74),target=(tx-.0,ty-.235,.88),lens=35.5,focus=1.95,fstop=3.0)
    return dict(ev=.74,power=1.32,sat=1.16,bloom=.035)
# ---------- dust sheets by cloth simulation, ladder, bucket ----------
def dust_mats():
    k=N('dustc2'); nn=k.noise(k.coord(rnd=False),420,2); nl=k.noise(k.coord(rnd=False),2.5,3); k.P(Base_Color=k.mix(nl.outputs[0],hexc('#e6e1d6'),hexc('#f3f0e9')),Roughness=.95,Specular=.1,Sheen=.25); k.bump(nn.outputs[0],.15,.001)
    metal('alu','#c3c6c8',.34,'z'); simple('bucketw','#eceae4',.35); simple('bluetape','#3f86c2',.6); simple('kraft','#bda587',.9); simple('mud','#f1eee8',.9); simple('pail','#dfe2e2',.25,Metallic=1.0); simple('paintliq','#a9b8a6',.15); simple('orangep','#d9622b',.4); wood('pine',('#b8925f','#d2b083','#e2c79f'),'x',rough=.6,contrast=.7,var=.1,scale=1.3)
def proxy(me,M):
    o=bpy.data.objects.new('px',me); link(o); o.matrix_world=M; o.modifiers.new('c','COLLISION'); o.collision.thickness_outer=.006; o.collision.cloth_friction=12; o.collision.damping=.3; return o
def drape(prox,cx,cy,z,w,h,rz=0,n=90,frames=55,mat='dustc2',seed=1,bend=.25,mass=.3):
    """let a sheet fall on proxy meshes; returns the settled mesh object"""
    from mathutils import noise
    nx=n; ny=max(8,int(n*h/w)); V=[]; M=T((cx,cy,z))@RZ(rz)
    for j in range(ny+1):
        for i in range(nx+1): p=Vector(((i/nx-.5)*w,(j/ny-.5)*h,0)); p.z=.02*noise.noise(p*2.3+Vector((seed,0,0))); V.append(tuple(M@p))
    F_=[(j*(nx+1)+i,j*(nx+1)+i+1,(j+1)*(nx+1)+i+1,(j+1)*(nx+1)+i) for j in range(ny) for i in range(nx)]
    me=bpy.data.meshes.new('sh'); me.from_pydata(V,[],F_); me.update(); cf=os.path.join(TMP,'cloth_%d_%d_%d_%d.npy'%(seed,n,frames,int(w*h*1000)))
    def fin(q): s=q.modifiers.new('s','SOLIDIFY'); s.thickness=.002; q.modifiers.new('ss','SUBSURF').render_levels=2; return q
    if os.path.exists(cf): me.vertices.foreach_set('co',np.load(cf).ravel()); me.update(); return fin(obj('sheet',me,mat,ang=180))   # settled earlier
    o=bpy.data.objects.new('sh',me); link(o)
    P=[proxy(a,b) for a,b in prox]; cl=o.modifiers.new('cl','CLOTH'); st=cl.settings; st.quality=5; st.mass=mass; st.tension_stiffness=14; st.compression_stiffness=14; st.shear_stiffness=5; st.bending_stiffness=bend; st.air_damping=1.2
    cl.collision_settings.distance_min=.006; cl.collision_settings.collision_quality=3; cl.point_cache.frame_start=1; cl.point_cache.frame_end=frames; sc=bpy.context.scene; sc.gravity=(0,0,-9.81)
    for f in range(1,frames+1): sc.frame_set(f)
    dg=bpy.context.evaluated_depsgraph_get(); me2=bpy.data.meshes.new_from_object(o.evaluated_get(dg)); bpy.data.objects.remove(o)
    for p in P: bpy.data.objects.remove(p)
    sc.frame_set(1); co=np.empty(len(me2.vertices)*3,np.float32); me2.vertices.foreach_get('co',co); np.save(cf,co); me2.materials.clear(); return fin(obj('sheet',me2,mat,ang=180))
def discmesh(r,h,n=40):
    me=bpy.data.meshes.new('d'); bm=bmesh.new(); bmesh.ops.create_cone(bm,cap_ends=True,segments=n,radius1=r,radius2=r,depth=h); bmesh.ops.triangulate(bm,faces=bm.faces); bm.to_mesh(me); bm.free(); return me
def ladder(x,y,rz,H=1.75,mat='alu'):
    with at(T((x,y,0))@RZ(rz)):
        for sx in (-1,1):
            a=Vector((sx*.25,-.42,.0)); b=Vector((sx*.165,0,H)); c=Vector((sx*.24,.50,0)); d=Vector((sx*.165,.06,H-.04))
            for p,q,w in ((a,b,(.022,.062)),(c,d,(.02,.045))):
                L=(q-p).length; obj('rail',boxmesh(w[0],w[1],L),mat,T((p+q)/2)@(q-p).to_track_quat('Z','Y').to_matrix().to_4x4(),.003,2)
            box(sx*.25-.02,sx*.25+.02,-.455,-.385,0,.035,'rubber',.005,2)
        n=6
        for i in range(1,n): t=i/n; w=.25-.085*t; yy=-.42*(1-t); zz=H*t; box(-w+.008,w-.008,yy-.045,yy+.045,zz-.012,zz+.012,mat,.003,2); box(-w+.012,w-.012,yy-.040,yy+.040,zz+.011,zz+.0135,'rubber',.001)
        box(-.20,.20,-.06,.12,H-.015,H+.03,'orangep',.008,3)
        for zz in (.35,.95): t=zz/H; polytube([(-.235+.07*t,.50-.44*t,zz),(.235-.07*t,.50-.44*t,zz)],.011,mat)
        for sx in (-1,1): polytube([(sx*.212,-.21,.87),(sx*.206,.27,.87)],.006,mat)
def bucket(x,y,z,rz=0,mat='bucketw',r=.145,h=.36,fill='mud'):
    lathe([(0,.004),(r*.84,.0),(r*.86,.004),(r*.97,h*.80),(r*1.03,h*.805),(r*1.03,h*.83),(r*.98,h*.835),(r*.99,h*.90),(r*1.04,h*.905),(r*1.04,h*.925),(r*.995,h*.93),(r,h),(r*.975,h),(r*.83,.012),(0,.012)],(x,y,z),mat,72)
    if fill: lathe([(0,h*.72),(r*.93,h*.72)],(x,y,z),fill,48)
    with at(T((x,y,z))@RZ(rz)):
        for s in (-1,1): cyl(s*r*1.01,0,h*.86-.012,h*.86+.012,.012,mat,24,rot=(0,math.pi/2,0))
        pts=[(r*1.03*math.cos(a),-r*1.0*math.sin(a)*.86-.01,h*.87-r*.55*math.sin(a)) for a in [math.pi*i/14 for i in range(15)]]; polytube(pts,.0028,'steelp'); cyl(0,-r*.86-.012,h*.87-r*.55-.0,h*.87-r*.55+.0001,.009,'rubber')
        polytube([(-.045,-r*.86-.010,h*.87-r*.55),(.045,-r*.86-.010,h*.87-r*.55)],.010,mat)
def paintcan(x,y,z,r=.083,h=.19,fill='paintliq'):
    lathe([(0,0),(r,0),(r+.002,.004),(r,.008),(r,h-.008),(r+.002,h-.004),(r,h),(r*.86,h),(r*.84,h-.008),(r*.84,.02)],(x,y,z),'pail',64); lathe([(r+.0006,.02),(r+.0006,h-.025)],(x,y,z),'sheetw',64); lathe([(r+.0011,.055),(r+.0011,.12)],(x,y,z),fill,64); lathe([(0,h-.03),(r*.84,h-.03)],(x,y,z),fill,48)
    tube([(x-r,y,z+h*.72),(x-r*.9,y-r*.75,z+h*.45),(x,y-r*1.12,z+h*.36),(x+r*.9,y-r*.75,z+h*.45),(x+r,y,z+h*.72)],.0018,'steelp',12)
def s_mess():
    C=kit('minor'); extra2(); dust_mats(); tx,ty=-1.02,-2.15
    drape([(discmesh(.515,.05),T((tx,ty,.727))),(discmesh(.08,.12),T((tx-.05,ty+.05,.81))),(boxmesh(6,6,.1),T((tx,ty,-.05)))],tx+.03,ty-.02,.93,1.75,1.65,.35,70,46,seed=2)
    drape([(boxmesh(1.55,.64,.92),T((-1.36,-.32,.46))),(boxmesh(.9,.12,.34),T((-1.45,-.10,1.06))),(boxmesh(.26,.20,.16),T((-1.15,-.32,.98))),(boxmesh(6,.1,3),T((-1,.06,1.2))),(boxmesh(6,6,.1),T((-1,-2,-.05)))],-1.34,-.52,1.27,1.85,1.35,.03,74,46,seed=5)
    minor(C); clear(-1.9,-.75,-3.1,-1.9,.76,1.6); clear(-1.9,.15,-3.2,-1.5,.005,.56) ; clear(-2.1,-1.0,-.6,-.03,.917,1.39); clear(-1.1,.4,-1.5,-.7,0,.03)
    lathe([(0,0),(.26,0),(.255,.02),(.06,.05),(.045,.12),(.045,.66),(.10,.72),(0,.725)],(tx,ty,0),'trimwhite',48)
    # left upper: open carcase, doors taken off
    clear(-2.2,-1.1,-.40,0,1.38,2.15); x0,x1=-2.15,-1.12
    for a,b,c,d in ((x0,x0+.018,1.40,2.13),(x1-.018,x1,1.40,2.13),(x0,x1,1.40,1.418),(x0,x1,2.112,2.13),(x0+.02,x1-.02,1.64,1.656),(x0+.02,x1-.02,1.88,1.896)): box(a,b,-.34,0,c,d,'pine',.001)
    box(x0,x1,-.012,0,1.40,2.13,'pine',0); box((x0+x1)/2-.02,(x0+x1)/2+.02,-.3415,-.3245,1.4355,2.0945,'cab',.001); box(x0,x1,-.3425,-.324,1.399,1.435,'cab',.001); box(x0,x1,-.3425,-.324,2.095,2.1295,'cab',.001)
    with at(T((-1.9,-1.16,.0))@RZ(1.2)): pass
    # drawer fronts off one base, blue tape round the window, joint compound
    for a,b,c,d in ((-1.05,-1.02,1.08,2.08),(.16,.19,1.08,2.08),(-1.05,.19,2.115,2.145)): box(a,b,-.0265,-.024,c,d,'bluetape',0)
    for i,(a,b,c,d) in enumerate(((-.90,.02,2.20,2.27),(-.47,-.40,2.16,2.44))): box(a,b,-.0006-.0004*i,0,c,d,'mud',0)
    box(.25,2.15,-.3606,-.360,2.25,2.31,'mud',0)
    clear(-.3,.2,-2.1,-1.7,2.2,2.46); polytube([(-.05,-1.9,2.44),(-.05,-1.9,2.22)],.003,'black'); cyl(-.05,-1.9,2.16,2.22,.018,'black'); ball((-.05,-1.9,2.125),.032,'bulb',(1,1,1.2))
    # floor protection, ladder, bucket, cans
    for i,(a,b) in enumerate(((-.55,.30),(.32,1.17))): grid(8,40,lambda u,v:(a+u*(b-a)+.02*v*(1 if i else -1),-4.6+v*3.75,.0052+.0016*math.sin(v*23+u*2+i)+.0012*math.sin(u*9)),'kraft',thick=.0008)
    box(.285,.335,-4.6,-.85,.0078,.0088,'bluetape',0)
    ladder(.62,-1.62,math.radians(-24)); bucket(-.16,-2.92,.006,.5); paintcan(.22,-2.62,.006); paintcan(.10,-2.36,.006,fill='mud')
    with at(T((.22,-2.62,.200))@RZ(.7)): box(-.13,.015,-.007,.007,0,.014,'orangep',.005,3); box(.012,.045,-.028,.028,-.003,.017,'pail',.002); box(.045,.095,-.028,.028,-.001,.015,'coffee',.004,3)
    # cabinet door leaning on the fridge side, cardboard box
    with at(T((1.62,-1.02,.012))@RZ(.10)@RX(-.16)): shaker(-.24,.24,0,.72,0,'cab')
    with at(T((1.30,-1.86,.0))@RZ(.25)): box(-.22,.22,-.17,.17,.004,.30,'kraft',.004,2); box(-.025,.025,-.1705,.1705,.2995,.3012,'clay',0)
    camera((.42,-5.15,1.42),lens=31,shift=(-.02,-.085),focus=3.0,fstop=4,yaw=11)
    return dict(ev=.92,power=1.30,sat=1.14,wb=[.985,1.0,1.02],bloom=.03)
# ---------- a cabinet door being fitted ----------
def screwhead(x,y,z,r=.0042,mat='steelp',rot=(math.pi/2,0,0),turn=.4):
    """cross-head screw seen from the front (-y), its axis along y"""
    with at(T((x,y,z))@Euler(rot).to_matrix().to_4x4()):
        lathe([(0,.0012),(r*.6,.0011),(r*.95,.0004),(r,0)],(0,0,0),mat,28)
        for a in (turn,turn+math.pi/2): box(-r*.62,r*.62,-r*.10,r*.10,.0008,.00135,'tick',0,rot=(0,0,a))
def screw(x,y,z,rz,L=.020,r=.0030,mat='brass'):
    """countersunk screw lying on its side"""
    with at(T((x,y,z+r*.9))@RZ(rz)@Matrix.Rotation(math.pi/2+.05,4,'Y')):
        prof=[(0,-.0001),(r*1.25,0),(r*1.25,.0004),(r*.55,.0024)]; n=int(L/.0016)
        for i in range(n): q=.0028+(L-.0058)*i/n; prof+=[(r*.42,q),(r*.66,q+.0005),(r*.42,q+.001)]
        lathe(prof+[(r*.40,L-.003),(0,L)],(0,0,0),mat,24,ang=25)
        for a in (.3,.3+math.pi/2): box(-r*.8,r*.8,-r*.13,r*.13,-.0003,.0002,'tick',0,rot=(0,0,a))
def hinge_cup(steel='nickel'):
    """the half that sits in the door: local xz is the door's inner face, -y comes out of it"""
    box(-.0085,.0115,-.0016,0,-.0285,.0285,steel,.0008,2); lathe([(0,.0020),(.0150,.0022),(.0168,.0026),(.0182,.0018),(.0186,0)],(.0,0,0),steel,56,rot=(math.pi/2,0,0)); lathe([(0,.0024),(.0128,.0024),(.0132,.0020)],(0,0,0),'blackmetal',48,rot=(math.pi/2,0,0)); box(-.0085,.0055,-.0040,-.0018,-.0062,.0062,steel,.0008,2)
    for q in (-.0235,.0235): screwhead(.003,-.0016,q,.0042,'steelp',turn=q*40)
def hinge_arm(steel='nickel'):
    """the half on the cabinet's side: local xz is the side's face, -y comes out of it, +x goes to the back"""
    box(.030,.064,-.0030,0,-.0255,.0255,steel,.0012,2); box(.020,.078,-.0050,0,-.0080,.0080,steel,.0010,2)
    for q in (-.0175,.0175): screwhead(.047,-.0030,q,.0045,'steelp',turn=q*60)
    box(-.010,.074,-.0150,-.0042,-.0086,.0086,steel,.0022,3); box(-.006,.068,-.0162,-.0145,-.0058,.0058,steel,.0008,2)
    for q,r in ((.020,.0040),(.056,.0046)): screwhead(q,-.0160,0,r,'steelp',turn=q*50)
def driver(x,y,z,rz,body='toolp'):
    """cordless driver standing on its battery, chuck along +x"""
    with at(T((x,y,z))@RZ(rz)):
        box(-.062,.048,-.036,.036,.001,.044,'rubber',.009,4); box(-.058,.042,-.033,.033,.038,.060,body,.008,4); box(.0475,.0490,-.018,.018,.014,.032,'steelp',.0006)
        with at(T((-.012,0,.058))@Matrix.Rotation(-.20,4,'Y')):
            box(-.0195,.0195,-.0165,.0165,-.008,.092,'rubber',.012,5); box(-.0140,.0215,-.0135,.0135,.004,.085,body,.010,4)
        box(.006,.026,-.008,.008,.108,.134,'rubber',.005,3)
        A=(math.pi*.0,math.pi/2,0); c=(0,0,.162)
        lathe([(0,-.086),(.020,-.086),(.027,-.080),(.0300,-.068),(.0310,-.030),(.0310,.012),(.0290,.030),(.0280,.040)],c,body,56,rot=A); lathe([(.0315,-.066),(.0322,-.062),(.0322,-.050),(.0315,-.046)],c,'rubber',56,rot=A)
        lathe([(.0285,.036),(.0290,.040),(.0290,.058),(.0275,.062),(.020,.063)],c,'rubber',56,rot=A)
        for i in range(20): a=i*math.pi/10; polytube([(.041,.0290*math.cos(a),.162+.0290*math.sin(a)),(.057,.0290*math.cos(a),.162+.0290*math.sin(a))],.0012,'graphite')
        lathe([(.0215,.062),(.0225,.064),(.0225,.082),(.0212,.084),(.0212,.086),(.0220,.088),(.0200,.104),(.0120,.112),(.0080,.113)],c,'blackmetal',56,rot=A); lathe([(.0036,.110),(.0036,.128),(.0030,.131),(.0030,.148),(.0016,.155),(.0004,.157)],c,'steelp',6,rot=A,ang=20)
        for sy in (-1,1):
            for i in range(5): box(-.036+.0085*i,-.0325+.0085*i,sy*.0311-.0008,sy*.0311+.0008,.151,.173,'rubber',.0006)
            for sx,sz in ((-.020,.128),(-.024,.075),(.020,.050),(-.048,.050)): lathe([(0,.0006),(.0022,.0006),(.0026,0)],(sx,sy*(.0168 if sz>.06 else .0332),sz),'tick',20,rot=(-sy*math.pi/2,0,0))
        box(-.026,.020,-.0335,.0335,.046,.0475,'rubber',.0004); box(-.012,.012,-.0308,.0308,.1305,.1375,body,.003,3)
def s_craft():
    C=kit('hero'); dust_mats(); paint("cab","#2f443a",.34); simple('toolp','#5b1d1f',.40,Clearcoat=.25); wood('birch',('#b99a70','#d3b88f','#e3cfac'),'z',rough=.55,contrast=.55,var=.06,scale=1.1); wood('counter',('#9a7349','#c59a68','#dcb98c'),'x',rough=.36,var=.1); plaster('wallp','#e6e0d4',.1)
    # room: tiled wall, counter, window wall on the left
    wall(-1.7,2.4,0,2.7,[],'wallp'); tiles(-1.62,2.3,.956,1.298,C['tw'],C['th'],'tile'); counter(-1.62,2.3,-.637,0,'counter',th=.036,bev=.005); z=.916
    base(-.9,-.1,'doors',C); base(-.1,.7,'doors',C); tiles(-1.62,2.3,z,.956,C['tw'],.04,'tile'); box(-1.7,2.4,-4,.14,2.62,2.7,'trimwhite',0)
    lo=(-2.75,-.72,.98,2.50); S.M=T((-1.62,0,0))@RZ(math.pi/2); wall(-4,0,0,2.7,[lo],'wallp'); window(*lo,'trimwhite',3,2,casing='trimwhite'); S.M=Matrix.Identity(4)
    # upper cabinet: closed door left, its right door hung open
    x0,xm,x1,za,zb,d=-.56,-.13,.30,1.300,2.085,.33; t=.018
    for a,b,c,e in ((x0,x0+t,za,zb),(x1,x1+t,za,zb),(xm-t/2,xm+t/2,za,zb)): box(a,b,-d,0,c,e,'birch',.0008)
    for zz in (za,zb-t,za+.36): box(x0+t,x1,-d+(.012 if zz==za+.36 else 0),0,zz,zz+t,'birch',.0008)
    box(x0,x1,-.008,-.002,za,zb,'birch',0); box(x1+t,x1+t+.006,-d-.002,0,za-.004,zb,'cab',.0008); box(x0-.006,x1+t+.006,-d-.001,-.01,za-.0065,za-.0005,'cab',.0008)
    for yy in (-d+.037,-.06):
        for i in range(22): lathe([(0,0),(.0025,0)],(x1-.0004,yy,za+.075+.032*i),'coffee',16,rot=(0,math.pi/2,0))
    shaker(x0-.004,xm,za-.004,zb,-d-.002,'cab',rail=.058); pull(xm-.032,-d-.022,za+.075,'knob','brass',True); shaker(x0-.44,x0-.004,za-.004,zb,-d-.002,'cab',rail=.058); box(x0-.44,x0-.002,-d,0,za,zb,'cab',.001)
    w,r_,th=.428,.058,.021; hz=(za+.105,zb-.105)
    with at(T((x1+.004,-d-.016,0))@RZ(math.radians(-90+26))):
        for a,b,c,e in ((0,r_,za,zb),(w-r_,w,za,zb),(r_,w-r_,za,za+r_),(r_,w-r_,zb-r_,zb)): box(a,b,0,th,c-.004,e-.004,'cab',.0013)
        box(r_-.004,w-r_+.004,.0065,.0145,za+r_-.008,zb-r_,'cab',0)
        lathe([(0,0),(.007,0),(.005,.012),(.006,.016),(.0155,.020),(.016,.026),(.012,.030),(0,.031)],(w-.030,th,za+.075),'brass',24,rot=(-math.pi/2,0,0))
        for h in hz:
            with at(T((.0235,0,h))): hinge_cup()
    for h in hz:
        with at(T((x1,-d+.010,h))@RZ(math.pi/2)@RX(math.pi)): hinge_arm()
        for q in (-.006,.006): obj('link',boxmesh(.040,.0016,.0030),'steelp',T((x1-.0065,-d-.012,h+q))@RZ(math.radians(112)),.0004); obj('link',boxmesh(.034,.0016,.0026),'blackmetal',T((x1-.0015,-d-.013,h+q*.5))@RZ(math.radians(104)),.0004)
    # on the counter
    driver(-.045,-.255,z,.26); tape(.300,-.200,z,math.pi+.55,.17); pencil(.03,-.150,z,.2)
    for x,y,a in ((.025,-.415,.5),(.052,-.390,2.2),(.075,-.422,-.7),(.040,-.446,1.4),(.098,-.398,.2),(.006,-.388,-1.9),(.066,-.360,.9)): screw(x,y,z,a)
    with at(T((.175,-.365,z+.012))@RZ(.5)@RX(-math.pi/2)): hinge_cup(); cyl(0,.006,-.0,.0001,.0175,'nickel') if 0 else lathe([(.0175,0),(.0172,-.0112),(0,-.0115)],(0,0,0),'nickel',48,rot=(math.pi/2,0,0))
    with at(T((.188,-.361,z+.018))@RZ(.35)@RX(-math.pi/2-.10)): box(-.004,.080,-.0085,.0,-.0080,.0080,'nickel',.002,3); [screwhead(q,-.0085,0,.004,'steelp') for q in (.026,.060)]
    # light
    garden(-6,6,3.2,-1.5,4.2,3.2) if 0 else None; world((.92,.95,1.0),.24); sun((.70,.56,-.27),11.0,angle=.8); area((-1.95,-1.75,1.75),(0,-math.pi/2,0),1.5,2.0,52,(.91,.95,1)); area((.5,-3.4,2.0),(math.radians(74),0,math.radians(4)),3.0,1.8,20,(1,.95,.88))
    camera((-.36,-1.30,1.235),target=(.142,-.30,1.235),lens=49,focus=1.17,fstop=3.2)
    return dict(ev=.50,power=1.36,sat=1.16,bloom=.025)
#END
def main():
    a=sys.argv[sys.argv.index('--')+1:]; v,out,w,h,spp=a[0],a[1],int(a[2]),int(a[3]),int(a[4]); g=json.loads(a[5]) if len(a)>5 else {}
    t=time.time(); gr=globals()['s_'+v](); print('BUILD %.1fs objs %d'%(time.time()-t,len(bpy.data.objects)))
    fo=setup(w,h,spp); stem=os.path.join(TMP,os.path.basename(out)[:-4]); render(stem,fo); post(stem,out,{**gr,**g})
if __name__=='__main__': main()
